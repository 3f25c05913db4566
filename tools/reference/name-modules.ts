// A plugin of TypeDoc, which is not installed where the types of this file are checked.
interface Application {
  readonly converter: {
    readonly on: (event: 'createDeclaration', listener: (context: unknown, made: Reflection) => void) => void;
  };
}

interface Reflection {
  readonly kind: number;
  name: string;
}

/** `ReflectionKind.Module` of TypeDoc. */
const module = 2;

/** Names the page of each package after the package: TypeDoc would name it after its folder, as `domain/src`. */
export const load = ({ converter }: Application): void => {
  converter.on('createDeclaration', (_context, made) => {
    if (made.kind === module) made.name = `@animal-store/${made.name.replace('/src', '')}`;
  });
};
