import { readFileSync } from 'node:fs';

// Compares the mutants that no test detects with `survivors.txt`, and fails if the two differ.

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The part of Stryker's report (mutation-testing-report-schema) that is used here. */
interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

/** A text on one line, and of a long one both ends. */
const inShort = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 60)} … ${line.slice(-50)}` : line;
};

const offsetOf = (source: string, { line, column }: Position): number =>
  source.split('\n', line - 1).reduce((offset, { length }) => offset + length + 1, column - 1);

/** A mutant as the list names it, with its line in place of a line number, because those move. */
const changeOf = (source: string, { mutatorName, replacement, location: { start, end } }: Mutant): string => {
  const original = source.slice(offsetOf(source, start), offsetOf(source, end));
  const line = source.split('\n')[start.line - 1] ?? '';
  return `${mutatorName}: ${inShort(original)} → ${inShort(replacement)} in ${inShort(line.trim())}`;
};

const { files } = JSON.parse(read('../../coverage/mutation/report.json')) as Report;

const survivors = Object.entries(files).flatMap(([file, { source, mutants }]) =>
  mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map((mutant) => {
      const { line, column } = mutant.location.start;
      return { name: `${file} ${changeOf(source, mutant)}`, place: `${file}:${line}:${column}` };
    }),
);

// Files begin their line, reasons are indented by two spaces, and mutants by four.
let file = '';
const listed = read('survivors.txt')
  .split('\n')
  .flatMap((line) => {
    if (/^[^\s#]/.test(line)) file = line;
    return line.startsWith('    ') ? [`${file} ${line.trim()}`] : [];
  });

// Two mutants may look alike, so each has a line.
const unlisted = survivors.filter(({ name }) => {
  const index = listed.indexOf(name);
  if (index >= 0) listed.splice(index, 1);
  return index < 0;
});

const lines = [
  ...unlisted.map(({ name, place }) => `${place} is not detected: add a test, or list it with a reason\n    ${name}`),
  ...listed.map((name) => `A listed mutant is detected or gone: remove its line\n    ${name}`),
  `${survivors.length} mutants are not detected; ${unlisted.length} of them are not listed`,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = unlisted.length + listed.length > 0 ? 1 : 0;
