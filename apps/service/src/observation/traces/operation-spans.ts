import type { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { either as E } from 'fp-ts';
import type { TimeOperation } from '../operation-metrics.ts';

// The names of the semantic conventions for databases, if they are not ours.
const systems: Readonly<Record<string, string>> = { postgres: 'postgresql' };

/** Makes the spans of operations on a store (semantic conventions for databases 1.33 and later, client spans). */
export const createOperationSpans =
  (tracer: Tracer, running: AsyncLocalStorage<Context>, store: string): TimeOperation =>
  (operation) => {
    const [collection, method] = operation.includes('.') ? operation.split('.') : [undefined, operation];
    const name = collection === undefined ? operation : `${method} ${collection}`;
    const options = {
      kind: store === 'memory' ? SpanKind.INTERNAL : SpanKind.CLIENT,
      attributes: {
        'db.system.name': systems[store] ?? store,
        'db.operation.name': method,
        'db.collection.name': collection,
      },
    };
    return (task) => () => {
      const parent = running.getStore();
      // The checks of readiness by a timer belong to no request.
      if (parent === undefined) return task();
      const span = tracer.startSpan(name, options, parent);
      const fail = (type: string): void => {
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
      };
      const ran = task();
      ran
        .then(
          (result) => {
            if (E.isLeft(result) && result.left._tag === 'RepositoryUnavailable') fail(result.left._tag);
          },
          (bug: unknown) => fail(bug instanceof Error ? bug.name : typeof bug),
        )
        .finally(() => span.end());
      return ran;
    };
  };
