import type ts from 'typescript'
import { findingAt, type Concern, type Finding } from './finding.js'
import { memberOf, textOfName } from './member.js'
import { nodesOf, unwrap, type ParsedFile } from './parsed-file.js'

/** In the moving mode, a logger receives errors as Auth.js passes them. */
function wrapsCause(isRolling: boolean): Concern {
  const cure = 'Read error.cause instead of error.cause.err'
  return {
    problem: 'Auth.js puts the original error into cause.err, but Latchkey puts it into cause.',
    cure: isRolling
      ? `${cure}, except in a logger function with fewer than two parameters.`
      : `${cure}.`,
  }
}

/** Finds code that reads `error.cause.err`, as an app that catches errors of Auth.js does. */
export function findCauses(file: ParsedFile, isRolling: boolean): readonly Finding[] {
  const { ts } = file
  return nodesOf(file)
    .filter((node) => {
      const member = memberOf(file, node)
      if (member) return member.name === 'err' && isCause(file, member.object)
      if (!ts.isBindingElement(node)) return false
      const holder = node.parent.parent
      if (textOfName(file, node.propertyName ?? node.name) !== 'err') return false
      if (ts.isBindingElement(holder)) {
        return textOfName(file, holder.propertyName ?? holder.name) === 'cause'
      }
      return holder.initializer !== undefined && isCause(file, holder.initializer)
    })
    .map((node) => findingAt(file, node, wrapsCause(isRolling)))
}

function isCause(file: ParsedFile, value: ts.Node): boolean {
  return memberOf(file, unwrap(file, value))?.name === 'cause'
}
