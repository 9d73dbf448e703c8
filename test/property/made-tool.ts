import {
  createToolRuntime,
  defineTool,
  DefinitionError,
  Param,
  type ParamOptions,
  Tool,
  type ToolDefinition,
} from 'toolwright';
import {
  type ClassSpec,
  emittedType,
  type FieldSpec,
  type MadeClass,
  makeClass,
  paramOptions,
} from './class-arbitrary.js';

/** How the fields of a class are declared as the arguments of a tool. */
export type Shape = 'input' | 'command' | 'method';

export interface MadeTool {
  readonly definition: ToolDefinition;
  readonly target: MadeClass;
  /** What the tool received last. */
  received(): unknown;
}

/** Undefined for declarations that contradict themselves: they are refused, which other tests are about. */
export function makeTool(spec: ClassSpec, shape: Shape): MadeTool | undefined {
  let received: unknown;
  try {
    const { definition, target } = makers[shape](spec, value => void (received = value));
    return { definition, target, received: () => received };
  } catch (error) {
    if (error instanceof DefinitionError) return undefined;
    throw error;
  }
}

type Receive = (received: unknown) => void;
type Maker = (spec: ClassSpec, receive: Receive) => Pick<MadeTool, 'definition' | 'target'>;

const makers: Readonly<{ [S in Shape]: Maker }> = {
  input(spec, receive) {
    const target = makeClass(spec);
    const definition = defineTool({
      name: 'made',
      input: target,
      replayClass: 'read_only',
      execute: action => receive(action),
    });
    return { definition, target };
  },
  command(spec, receive) {
    const target = makeClass(spec);
    define(target, 'execute', function (this: unknown) {
      receive(this);
    });
    Tool({ name: 'made' })(target);
    return { definition: onlyTool(target), target };
  },
  method({ fields }, receive) {
    class Service {}
    const names = fields.map((_, index) => `f${index}`);
    define(
      Service,
      'made',
      takers[fields.length]!((...args) => receive(toObject(names, args))),
    );
    fields.forEach((field, index) => {
      Param({ ...parameterOptions(field), name: `f${index}` })(Service.prototype, 'made', index);
    });
    Reflect.defineMetadata('design:paramtypes', fields.map(emittedType), Service.prototype, 'made');
    Reflect.defineMetadata('design:returntype', undefined, Service.prototype, 'made');
    Tool()(Service.prototype, 'made', Object.getOwnPropertyDescriptor(Service.prototype, 'made'));
    return { definition: onlyTool(Service), target: Service as MadeClass };
  },
};

function define(target: new () => object, name: string, value: (...args: unknown[]) => void): void {
  Object.defineProperty(target.prototype, name, { value, writable: true, configurable: true });
}

function onlyTool(target: new () => object): ToolDefinition {
  const [definition] = createToolRuntime([target]).definitions();
  return definition!;
}

/** A parameter bears no validators: `@Param` says all. */
function parameterOptions(field: FieldSpec): ParamOptions {
  const presence = field.presence === 'isOptional' ? 'optional' : field.presence;
  const nested = field.nested === undefined ? undefined : makeClass(field.nested);
  return {
    ...paramOptions({ ...field, isStated: true, presence }),
    ...(nested === undefined ? {} : { type: () => nested }),
  };
}

/** Functions of as many parameters as a generated class may have fields. */
const takers: readonly ((take: (...args: unknown[]) => void) => (...args: unknown[]) => void)[] = [
  take => () => take(),
  take => f0 => take(f0),
  take => (f0, f1) => take(f0, f1),
  take => (f0, f1, f2) => take(f0, f1, f2),
];

const toObject = (names: readonly string[], values: readonly unknown[]): object =>
  Object.fromEntries(names.map((name, index) => [name, values[index]]));
