/** Makes a listener that never throws of one that may: no metric and no line of the log is worth a request. */
export const contain =
  <A>(listener: (event: A) => void, onFailure: (error: unknown) => void): ((event: A) => void) =>
  (event) => {
    try {
      listener(event);
    } catch (error) {
      onFailure(error);
    }
  };
