"""What no schema can say of a request, and what a client therefore has to see to by itself."""

import gzip
import json
import re
import zlib

import brotli
import schemathesis

codings = {"gzip": lambda body: gzip.compress(body, mtime=0), "deflate": zlib.compress, "br": brotli.compress}


@schemathesis.serializer("application/json")
def in_its_content_coding(context, value):
    """A body is in the coding that its Content-Encoding says."""
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    coding = context.case.headers.get("Content-Encoding")
    return codings.get(coding, bytes)(body)


# The last cursor of each status that a Link to the next page had.
cursors = {}


@schemathesis.hook("after_call")
def keep_cursor(context, case, response):
    link = response.headers.get("link", [""])[0]
    cursor = re.search(r'[?&]cursor=([^&>]+)>; rel="next"', link)
    if cursor:
        cursors[case.query.get("status")] = cursor[1]


@schemathesis.hook("before_call")
def send_text(context, case, kwargs):
    """A header is text, also where its value is the integer of an answer before."""
    for name, value in case.headers.items():
        if isinstance(value, int):
            case.headers[name] = str(value)


@schemathesis.hook("before_call")
def continue_a_list(context, case, kwargs):
    """A cursor is never made up: it comes from a Link, together with the status of that link."""
    if "cursor" in case.query and case.meta.generation.mode.is_positive:
        status = case.query.get("status")
        if status in cursors:
            case.query["cursor"] = cursors[status]
        else:
            del case.query["cursor"]
