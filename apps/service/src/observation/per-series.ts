/**
 * Makes a value once for each method, route and status of a report, and keeps it: the HTTP parser knows few methods, and
 * routes are templates. Three maps, because a key of three parts would be a new text for each request.
 */
export const perSeries = <A>(
  create: (method: string, route: string, status: number) => A,
): ((method: string, route: string, status: number) => A) => {
  const values = new Map<string, Map<string, Map<number, A>>>();
  return (method, route, status) => {
    const known = values.get(route)?.get(method)?.get(status);
    if (known !== undefined) return known;
    const ofRoute = values.get(route) ?? new Map<string, Map<number, A>>();
    const ofMethod = ofRoute.get(method) ?? new Map<number, A>();
    const made = create(method, route, status);
    values.set(route, ofRoute.set(method, ofMethod.set(status, made)));
    return made;
  };
};
