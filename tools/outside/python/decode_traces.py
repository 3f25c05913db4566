"""Prints the spans of files, each with an OTLP request in Protocol Buffers, as JSON."""

import json
import sys

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status


def attributes_of(holder):
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in holder.attributes}


def spans_of(path):
    with open(path, "rb") as file:
        request = ExportTraceServiceRequest.FromString(file.read())
    for resource_spans in request.resource_spans:
        for scope_spans in resource_spans.scope_spans:
            for span in scope_spans.spans:
                yield {
                    "resource": attributes_of(resource_spans.resource),
                    "traceId": span.trace_id.hex(),
                    "spanId": span.span_id.hex(),
                    "parent": span.parent_span_id.hex(),
                    "name": span.name,
                    "kind": Span.SpanKind.Name(span.kind),
                    "status": Status.StatusCode.Name(span.status.code),
                    "took": span.end_time_unix_nano - span.start_time_unix_nano,
                    "attributes": attributes_of(span),
                }


json.dump([span for path in sys.argv[1:] for span in spans_of(path)], sys.stdout)
