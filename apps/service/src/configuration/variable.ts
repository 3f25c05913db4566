import { either as E, option as O } from 'fp-ts';
import * as t from 'io-ts';

/** What a person has to know of an environment variable. */
export interface VariableDescription {
  readonly meaning: string;
  /** What holds when it is absent: a value, or words where there is no value. */
  readonly default: string;
  readonly unit?: string;
  readonly example: string;
}

/** An environment variable: how it is read and how it is described. */
export interface Variable<A> extends t.Type<A, unknown, unknown> {
  readonly description: VariableDescription;
}

/** How a text is read, and the rule that it has to keep, to follow the words "must be". */
export interface TextRule<A> {
  readonly rule: string;
  readonly parse: (text: string) => O.Option<A>;
}

const variable = <A>({ rule, parse }: TextRule<A>, absent: A, description: VariableDescription): Variable<A> =>
  Object.assign(
    new t.Type<A, unknown, unknown>(
      rule,
      (value): value is A => value !== undefined,
      (input, context) => {
        if (input === undefined) return E.right(absent);
        const value = typeof input === 'string' ? parse(input) : O.none;
        return O.isSome(value) ? E.right(value.value) : t.failure(input, context, `must be ${rule}`);
      },
      (value) => value,
    ),
    { description },
  );

/** A variable with a default, which is a value like any other. */
export const variableWithDefault = <A extends string | number>(
  rule: TextRule<A>,
  preset: A,
  description: Omit<VariableDescription, 'default'>,
): Variable<A> => variable(rule, preset, { ...description, default: `${preset}` });

/** A variable that may be absent; its default says in words what that means. */
export const optionalVariable = <A>(
  { rule, parse }: TextRule<A>,
  description: VariableDescription,
): Variable<A | undefined> => variable<A | undefined>({ rule, parse }, undefined, description);
