import type ts from 'typescript'
import { replaceContent, replaceNode, type Edit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { formerHooks } from './hook-makers.js'
import type { Rewrite } from './cannot-move.js'

const former = 'callbackUrl'
const current = 'redirectTo'

/** Renames `callbackUrl` in what the actions of `@builder.io/qwik-auth` are called with. */
export function rewriteCallbackUrls(file: ParsedFile): Rewrite {
  const actions = findActions(file)
  if (actions.size === 0) return { edits: [], findings: [] }
  const nodes = nodesOf(file)
  const submits = nodes
    .filter(file.ts.isCallExpression)
    .filter((one) => isSubmit(file, one, actions))
  const inputs = submits.flatMap((call) => call.arguments[0] ?? [])
  return {
    edits: [
      ...inputs.flatMap((input) => renameProperties(file, input)),
      ...nodes.flatMap((node) => renameFields(file, node, actions)),
    ],
    findings: inputs.flatMap((input) => checkInput(file, input)),
  }
}

/** The variables that hold an action, such as `const signIn = useAuthSignin()`. */
function findActions(file: ParsedFile): ReadonlySet<string> {
  const { ts } = file
  const hooks = findHooks(file)
  const found = nodesOf(file)
    .filter(ts.isVariableDeclaration)
    .flatMap(({ name, initializer }) => {
      const called = initializer && ts.isCallExpression(initializer) ? initializer.expression : name
      return ts.isIdentifier(called) && hooks.has(called.text) && ts.isIdentifier(name)
        ? [name.text]
        : []
    })
  return new Set(found)
}

/** The hooks, by the names that they have in the file. */
function findHooks(file: ParsedFile): ReadonlySet<string> {
  const { ts } = file
  const aliases = nodesOf(file)
    .filter(ts.isImportSpecifier)
    .filter(({ propertyName }) => propertyName && formerHooks.has(propertyName.text))
  return new Set([...formerHooks.keys(), ...aliases.map(({ name }) => name.text)])
}

function isSubmit(
  { ts }: ParsedFile,
  { expression }: ts.CallExpression,
  actions: ReadonlySet<string>,
): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'submit' &&
    ts.isIdentifier(expression.expression) &&
    actions.has(expression.expression.text)
  )
}

/** On the input itself, and on its `options`. */
function renameProperties(file: ParsedFile, input: ts.Expression): readonly Edit[] {
  const { ts } = file
  if (!ts.isObjectLiteralExpression(input)) return []
  return input.properties.flatMap((property): readonly Edit[] => {
    if (ts.isShorthandPropertyAssignment(property) && property.name.text === former) {
      return [replaceNode(file, property, `${current}: ${former}`)]
    }
    if (!ts.isPropertyAssignment(property)) return []
    const name = property.name.getText(file.root).replaceAll(/["']/g, '')
    if (name === former) return [replaceNode(file, property.name, current)]
    return name === 'options' ? renameProperties(file, property.initializer) : []
  })
}

function checkInput(file: ParsedFile, input: ts.Expression): readonly Finding[] {
  if (file.ts.isObjectLiteralExpression(input)) return []
  const finding = findingAt(file, input, {
    problem: 'move cannot see the fields that this action is called with.',
    cure: `Rename ${former} to ${current} in them.`,
  })
  return [finding]
}

/** `name="options.callbackUrl"` inside of `<Form action={signIn}>`. */
function renameFields(
  file: ParsedFile,
  form: ts.Node,
  actions: ReadonlySet<string>,
): readonly Edit[] {
  const { ts } = file
  if (!ts.isJsxElement(form) || !hasAction(file, form.openingElement, actions)) return []
  return nodesOf(file, form)
    .filter(ts.isJsxAttribute)
    .flatMap(({ name, initializer }) => {
      const isName = name.getText(file.root) === 'name' && initializer !== undefined
      if (!isName || !ts.isStringLiteral(initializer)) return []
      if (![former, `options.${former}`].includes(initializer.text)) return []
      return [replaceContent(file, initializer, initializer.text.replace(former, current))]
    })
}

function hasAction(
  { ts, root }: ParsedFile,
  { attributes }: ts.JsxOpeningElement,
  actions: ReadonlySet<string>,
): boolean {
  return attributes.properties.some((one) => {
    if (!ts.isJsxAttribute(one) || one.name.getText(root) !== 'action') return false
    const value = one.initializer
    const action = value && ts.isJsxExpression(value) ? value.expression : undefined
    return action !== undefined && ts.isIdentifier(action) && actions.has(action.text)
  })
}
