/** Wraps a listener so that it never throws: a metric or a log line that fails must not fail a request. */
export const neverThrow =
  <A>(listener: (event: A) => void, onFailure: (error: unknown) => void): ((event: A) => void) =>
  (event) => {
    try {
      listener(event);
    } catch (error) {
      onFailure(error);
    }
  };
