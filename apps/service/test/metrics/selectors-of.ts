import { parser } from '@prometheus-io/lezer-promql';

/** What an expression asks of a metric: its name and the labels it tells apart. */
export interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

/** What Grafana puts in before it asks. */
const withoutVariables = (expression: string): string => expression.replaceAll('[$__rate_interval]', '[5m]');

/** Every selector of a PromQL expression; an error where it is none. */
export const selectorsOf = (text: string): readonly Selector[] => {
  const expression = withoutVariables(text);
  const tree = parser.parse(expression);
  const textAt = ({ from, to }: { readonly from: number; readonly to: number }): string => expression.slice(from, to);
  const found: { name: string; labels: string[] }[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`This is no PromQL at ${node.from}: ${expression}`);
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier');
        const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        const labels = matchers.flatMap((matcher) => matcher.getChildren('LabelName').map(textAt));
        found.push({ name: name === null ? '' : textAt(name), labels });
      }
    },
  });
  // What an aggregation keeps apart has to be a label of everything in it.
  const kept: string[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.name === 'GroupingLabels') kept.push(...node.node.getChildren('LabelName').map(textAt));
    },
  });
  return found.map(({ name, labels }) => ({ name, labels: [...new Set([...labels, ...kept])] }));
};
