import type ts from 'typescript'
import type { Rewrite } from './cannot-move.js'
import { isAuthJs } from './doors.js'
import { insertAt, type Edit } from './edit.js'
import { findingAt } from './finding.js'
import type { FindModule } from './modules.js'
import { callOf, findOriginUses } from './origin-uses.js'
import type { ParsedFile } from './parsed-file.js'
import { addOptions, renderOption } from './rewrite-config.js'
import { findUnseenUses } from './unseen-modules.js'

const problem = 'Auth.js throws in decode if a token is not valid, but Latchkey returns null.'
const check =
  "Check the result for null, because a guard that only catches errors lets every token pass. With compatibility: 'authjs' in its argument decode throws."
const unseenModule = {
  problem: `move cannot see whether decode of this module is used. ${problem}`,
  cure: check,
}
const added =
  "move adds compatibility: 'authjs', with which decode throws as before. Check the result for null before you remove the option."

/**
 * Reports each use of `decode`, and each module in which a use may be hidden. Its calls throw as
 * before, because a guard that only catches errors would let every token pass.
 */
export function rewriteDecode(file: ParsedFile, findModule: FindModule): Rewrite {
  const uses = findOriginUses(file, isDecode, findModule).map(({ expression }) => {
    const edits = addCompatibility(file, callOf(file, expression))
    const cure = edits.length > 0 ? added : check
    return { edits, finding: findingAt(file, expression, { problem, cure }) }
  })
  const unseen = findUnseenUses(file, isJwt)
  return {
    edits: uses.flatMap(({ edits }) => edits),
    findings: [
      ...uses.map(({ finding }) => finding),
      ...unseen.map((node) => findingAt(file, node, unseenModule)),
    ],
  }
}

function isDecode(name: string, specifier: string): boolean {
  return name === 'decode' && isJwt(specifier)
}

function isJwt(specifier: string): boolean {
  return isAuthJs(specifier) && specifier.endsWith('/jwt')
}

const option = ['compatibility', 'authjs'] as const

function addCompatibility(file: ParsedFile, call: ts.CallExpression | undefined): readonly Edit[] {
  const { ts } = file
  if (!call) return []
  const [given, ...more] = call.arguments
  if (!given || more.length > 0 || ts.isSpreadElement(given)) return []
  if (ts.isObjectLiteralExpression(given)) {
    return [addOptions([{ file, object: given }], [option], call) ?? []].flat()
  }
  // Other code may use the object, so that the call gets one of its own. What is inside of the
  // argument may change, too, so the argument is not replaced.
  return [
    insertAt(given.getStart(file.root), `{ ${renderOption(file, option)}, ...`),
    insertAt(given.getEnd(), ' }'),
  ]
}
