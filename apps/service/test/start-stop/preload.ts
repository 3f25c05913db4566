/** The environment in which Node.js runs some source, an ES module, before the program. */
export const preload = (source: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}`,
});

/** Source to preload: runs a statement when the program begins to load its first package. */
export const whenLoading = (statement: string): string => `
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === 'fp-ts') { ${statement} }
      return next(specifier, context);
    },
  });
`;
