import type { Constructor } from '../../foundation/constructor.js';
import type { DefinitionProblem } from '../../foundation/definition-error.js';
import { type ClassMetadata, isOfLibrary, type MemberSite, membersOf } from '../class-metadata.js';

/** A member that is no tool itself, and what its class is. */
interface Bystander extends MemberSite {
  readonly where: string;
  readonly metadata: ClassMetadata;
}

/** What decorators said where nobody reads it, e.g. `@ReplayClass` on a method without `@Tool`. */
export function findMisplacedFacts(target: Constructor, metadata: ClassMetadata): DefinitionProblem[] {
  const bystanders = membersOf(metadata)
    .filter(({ member }) => member.tool === undefined)
    .map(site => ({ ...site, where: `${target.name}.${String(site.key)}`, metadata }));
  return [
    ...findOnClass(target.name, metadata),
    ...bystanders.flatMap(bystander => [...findOnMethod(bystander), ...findOnProperty(bystander)]),
  ];
}

function findOnClass(where: string, metadata: ClassMetadata): DefinitionProblem[] {
  if (metadata.returns === undefined || metadata.tool !== undefined) return [];
  return [{ where, seen: '@Returns is on a class that is no tool.', fix: 'put it on the tool methods.' }];
}

function findOnMethod({ where, key, member, isStatic, metadata }: Bystander): DefinitionProblem[] {
  const isExecute = metadata.tool !== undefined && key === 'execute' && !isStatic;
  const fix = isExecute ? 'put it on the class.' : 'add @Tool() to the member, or remove the decorator.';
  const problems: DefinitionProblem[] = [];
  const refuse = (decorator: string, remedy = fix): void =>
    void problems.push({ where, seen: `@${decorator} is on a member that is no tool.`, fix: remedy });
  if (member.replayClass !== undefined) refuse('ReplayClass');
  if (member.returns !== undefined && !isExecute) refuse('Returns');
  if (member.params !== undefined && !isOfLibrary(member)) {
    const home = metadata.tool?.action === undefined ? 'the class' : 'the action class';
    refuse('Param', isExecute ? `make the argument a @Param property of ${home}.` : fix);
  }
  return problems;
}

/** Properties describe an action or a DTO: a service has none, unless static tools make it the DTO of others. */
function findOnProperty({ where, member, isStatic, metadata }: Bystander): DefinitionProblem[] {
  if (member.param === undefined) return [];
  if (isStatic) return [refuseProperty(where, 'remove static, or the decorator.')];
  if (metadata.tool?.action !== undefined) return [refuseProperty(where, 'move it to the action class.')];
  const isService = [...metadata.members.values()].some(({ tool }) => tool !== undefined);
  return isService ? [refuseProperty(where, 'put it on a parameter of a tool method.')] : [];
}

const refuseProperty = (where: string, fix: string): DefinitionProblem => ({
  where,
  seen: '@Param is on a property that no model supplies.',
  fix,
});
