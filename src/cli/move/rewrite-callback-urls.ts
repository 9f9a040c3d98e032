import type ts from 'typescript'
import { findActions, type ActionStyle, type FindStyle } from './action-hooks.js'
import type { Rewrite } from './cannot-move.js'
import { replaceContent, replaceNode, type Edit } from './edit.js'
import { findLeftCallbackUrls } from './find-callback-urls.js'
import { findingAt, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { findOption } from './settings.js'

const former = 'callbackUrl'
const current = 'redirectTo'

/**
 * Renames `callbackUrl` in what actions are called with. Those of `@builder.io/qwik-auth` took it
 * everywhere, and those of `@auth/qwik` in their `options`. Reports where it may be left.
 */
export function rewriteCallbackUrls(file: ParsedFile): Rewrite {
  const styleOf = findActions(file)
  const nodes = nodesOf(file)
  const inputs = nodes.filter(file.ts.isCallExpression).flatMap((call) => {
    const style = styleOfSubmit(file, call, styleOf)
    return style && call.arguments[0] ? [{ style, input: call.arguments[0] }] : []
  })
  const edits = [
    ...inputs.flatMap(({ style, input }) => renameInput(file, input, style)),
    ...nodes.flatMap((node) => renameFields(file, node, styleOf)),
  ]
  return {
    edits,
    findings: [
      ...inputs.flatMap(({ input }) => checkInput(file, input)),
      ...findLeftCallbackUrls(file, edits),
    ],
  }
}

function styleOfSubmit(
  { ts }: ParsedFile,
  { expression }: ts.CallExpression,
  styleOf: FindStyle,
): ActionStyle | undefined {
  const isSubmit = ts.isPropertyAccessExpression(expression) && expression.name.text === 'submit'
  return isSubmit ? styleOf(expression.expression) : undefined
}

function renameInput(file: ParsedFile, input: ts.Expression, style: ActionStyle): readonly Edit[] {
  const { ts } = file
  if (!ts.isObjectLiteralExpression(input)) return []
  const option = findOption(file, input, 'options')
  const options = option && ts.isPropertyAssignment(option) ? option.initializer : undefined
  return [
    ...(style === 'anywhere' ? renameProperty(file, input) : []),
    ...(options && ts.isObjectLiteralExpression(options) ? renameProperty(file, options) : []),
  ]
}

/** If both names are there, the code has to say which one it wants. */
function renameProperty(file: ParsedFile, object: ts.ObjectLiteralExpression): readonly Edit[] {
  const { ts } = file
  const property = findOption(file, object, former)
  if (!property?.name || findOption(file, object, current)) return []
  return ts.isShorthandPropertyAssignment(property)
    ? [replaceNode(file, property, `${current}: ${former}`)]
    : [replaceNode(file, property.name, current)]
}

/** A variable or a spread may bring the field. */
function checkInput(file: ParsedFile, input: ts.Expression): readonly Finding[] {
  const { ts } = file
  const unseen = (node: ts.Node): readonly Finding[] => [
    findingAt(file, node, {
      problem: 'move cannot see the fields that this action is called with.',
      cure: `Rename ${former} to ${current} in them.`,
    }),
  ]
  if (!ts.isObjectLiteralExpression(input)) return unseen(input)
  return input.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return unseen(property)
    if (property.name?.getText(file.root) !== 'options') return []
    return ts.isPropertyAssignment(property)
      ? checkInput(file, property.initializer)
      : unseen(property)
  })
}

/** `name="options.callbackUrl"` inside of `<Form action={signIn}>`. */
function renameFields(file: ParsedFile, form: ts.Node, styleOf: FindStyle): readonly Edit[] {
  const { ts } = file
  const style = ts.isJsxElement(form) ? styleOfForm(file, form.openingElement, styleOf) : undefined
  if (!style) return []
  const names = [...(style === 'anywhere' ? [former] : []), `options.${former}`]
  return nodesOf(file, form)
    .filter(ts.isJsxAttribute)
    .flatMap(({ name, initializer }) => {
      if (name.getText(file.root) !== 'name' || !initializer) return []
      const text = ts.isJsxExpression(initializer) ? initializer.expression : initializer
      if (!text || !ts.isStringLiteralLike(text) || !names.includes(text.text)) return []
      return [replaceContent(file, text, text.text.replace(former, current))]
    })
}

function styleOfForm(
  { ts, root }: ParsedFile,
  { attributes }: ts.JsxOpeningElement,
  styleOf: FindStyle,
): ActionStyle | undefined {
  for (const one of attributes.properties.filter(ts.isJsxAttribute)) {
    const value = one.name.getText(root) === 'action' ? one.initializer : undefined
    const action = value && ts.isJsxExpression(value) ? value.expression : undefined
    if (action) return styleOf(action)
  }
  return undefined
}
