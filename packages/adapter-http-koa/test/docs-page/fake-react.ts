/** Replaces React: an element is its type, its properties and its children. */
export const fakeReact = {
  createElement: (type: unknown, props: object | null, ...children: readonly unknown[]): unknown => [
    type,
    props,
    ...children,
  ],
};
