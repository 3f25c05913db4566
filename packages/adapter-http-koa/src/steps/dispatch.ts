import type { FindRoute } from '../application/compile-routes.ts';
import type { Step } from '../application/http-context.ts';
import { runSteps } from '../application/run-steps.ts';

/** Finds the route of the path. It runs first, so that the report of every request has the route. */
export const findRouteOf =
  (findRoute: FindRoute): Step =>
  ({ state }) => {
    state.route = findRoute(state.path);
  };

/** Runs the steps of the route for this method, if there are any. */
export const dispatch: Step = (ctx) => {
  const steps = ctx.state.route?.handlers.get(ctx.req.method ?? '');
  return steps === undefined ? undefined : runSteps(steps, ctx);
};
