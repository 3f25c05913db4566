import { parser } from '@prometheus-io/lezer-promql';

/** A metric in an expression, and its labels that the expression uses. */
export interface Selector {
  readonly name: string;
  readonly labels: readonly string[];
}

/** Replaces the variables of Grafana. */
const withoutVariables = (expression: string): string => expression.replaceAll('[$__rate_interval]', '[5m]');

/** Every selector of a PromQL expression. Throws an Error if it is not PromQL. */
export const selectorsOf = (text: string): readonly Selector[] => {
  const expression = withoutVariables(text);
  const tree = parser.parse(expression);
  const textAt = ({ from, to }: { readonly from: number; readonly to: number }): string => expression.slice(from, to);
  const found: { name: string; labels: string[] }[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.type.isError) throw new Error(`This is not PromQL at ${node.from}: ${expression}`);
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier');
        const matchers = node.node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
        const labels = matchers.flatMap((matcher) => matcher.getChildren('LabelName').map(textAt));
        found.push({ name: name === null ? '' : textAt(name), labels });
      }
    },
  });
  // A label that an aggregation groups by has to be one of every metric in it.
  const kept: string[] = [];
  tree.iterate({
    enter: (node) => {
      if (node.name === 'GroupingLabels') kept.push(...node.node.getChildren('LabelName').map(textAt));
    },
  });
  return found.map(({ name, labels }) => ({ name, labels: [...new Set([...labels, ...kept])] }));
};
