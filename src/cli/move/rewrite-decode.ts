import type ts from 'typescript'
import type { Rewrite } from './cannot-move.js'
import { isAuthJs } from './doors.js'
import { findingAt } from './finding.js'
import { followImport } from './follow-name.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { isMember } from './rename-uses.js'
import { addOptions } from './rewrite-config.js'

const problem = 'Auth.js throws in decode if a token is not valid, but Latchkey returns null.'
const check =
  "Check the result for null, because a guard that only catches errors lets every token pass. With compatibility: 'authjs' in its argument decode throws."
const added =
  "move adds compatibility: 'authjs', with which decode throws as before. Check the result for null before you remove the option."

/** Reports each use of `decode`. While servers run side by side, its calls throw as they did. */
export function rewriteDecode(
  file: ParsedFile,
  isRolling: boolean,
  findModule: FindModule,
): Rewrite {
  const uses = findUses(file, findModule).map((use) => {
    const edit = isRolling ? addCompatibility(file, use) : undefined
    return { edit, finding: findingAt(file, use, { problem, cure: edit ? added : check }) }
  })
  return {
    edits: uses.flatMap(({ edit }) => edit ?? []),
    findings: uses.map(({ finding }) => finding),
  }
}

function findUses(file: ParsedFile, findModule: FindModule): readonly ts.Identifier[] {
  const { ts } = file
  return nodesOf(file)
    .filter(ts.isIdentifier)
    .filter((one) => {
      const { parent } = one
      if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) return false
      if (one.text === 'decode' && isTakenFromModule(file, one)) return true
      return !isMember(file, one) && isDecode(followImport(file, one.text, findModule))
    })
}

function isDecode(origin: ReturnType<typeof followImport>): boolean {
  return origin?.name === 'decode' && isJwtModule(origin.specifier)
}

function isJwtModule(specifier: string): boolean {
  return isAuthJs(specifier) && specifier.endsWith('/jwt')
}

/** Whether a member is read from `import * as jwt` or from `await import(…)`. */
function isTakenFromModule(file: ParsedFile, { parent }: ts.Identifier): boolean {
  const { ts, root } = file
  if (ts.isBindingElement(parent)) {
    const pattern = parent.parent.parent
    const value = ts.isVariableDeclaration(pattern) ? pattern.initializer : undefined
    return value !== undefined && importsJwt(value.getText(root))
  }
  if (!ts.isPropertyAccessExpression(parent)) return false
  const taken = parent.expression.getText(root)
  return importsJwt(taken) || namespacesOf(file).includes(taken)
}

function importsJwt(text: string): boolean {
  const specifier = /^\(?\s*await\s+import\(\s*["'`]([^"'`]+)["'`]\s*\)\s*\)?$/.exec(text)?.[1]
  return specifier !== undefined && isJwtModule(specifier)
}

function namespacesOf({ ts, root }: ParsedFile): readonly string[] {
  return root.statements.filter(ts.isImportDeclaration).flatMap((node) => {
    const bindings = node.importClause?.namedBindings
    const isJwt = ts.isStringLiteral(node.moduleSpecifier) && isJwtModule(node.moduleSpecifier.text)
    return isJwt && bindings && ts.isNamespaceImport(bindings) ? [bindings.name.text] : []
  })
}

/** Only an object that is written in the call belongs to it alone. */
function addCompatibility(file: ParsedFile, use: ts.Identifier): ReturnType<typeof addOptions> {
  const { ts } = file
  const callee = ts.isPropertyAccessExpression(use.parent) ? use.parent : use
  const call = callee.parent
  const object =
    ts.isCallExpression(call) && call.expression === callee ? call.arguments[0] : undefined
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined
  return addOptions([{ file, object }], [['compatibility', 'authjs']])
}
