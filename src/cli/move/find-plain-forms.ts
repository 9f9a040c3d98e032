import type ts from 'typescript'
import { findingAt, type Concern, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

const authRoute = /\/auth\/(?:signin|signout|callback)\b/

/** Finds forms and `fetch` calls that post to an auth route without the CSRF token. */
export function findPlainForms(file: ParsedFile, isRolling: boolean): readonly Finding[] {
  return nodesOf(file)
    .filter((node) => isPlainForm(file, node) || isPlainFetch(file, node))
    .map((node) => findingAt(file, node, isRolling ? refusedLater : refused))
}

const cure =
  'Use <Form action={signIn}> with useSignIn or useSignOut, or post the csrfToken that GET /auth/csrf returns.'

const refused: Concern = {
  problem: 'This posts to an auth route without a csrfToken, which Latchkey refuses.',
  cure,
}

const refusedLater: Concern = {
  problem:
    'This posts to an auth route without a csrfToken, which Latchkey accepts only in the moving mode.',
  cure,
}

/** A form, or a button that sends the form around it to another route. */
function isPlainForm(file: ParsedFile, node: ts.Node): boolean {
  const { ts, root } = file
  if (!ts.isJsxElement(node) && !ts.isJsxSelfClosingElement(node)) return false
  const { tagName, attributes } = ts.isJsxElement(node) ? node.openingElement : node
  const names = sends.get(tagName.getText(root))
  if (!names) return false
  const [action = '', method = ''] = names.map((name) => attributeOf(file, attributes, name))
  const form = names === formNames ? node : (formAround(file, node) ?? node)
  const isPost = /post/i.test(method) || (form !== node && /post/i.test(methodOf(file, form)))
  return authRoute.test(action) && isPost && !hasToken(file, form)
}

const formNames = ['action', 'method'] as const
const buttonNames = ['formaction', 'formmethod'] as const

/** The attributes that say where an element sends a form, and how. */
const sends: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['form', formNames],
  ['button', buttonNames],
  ['input', buttonNames],
])

function formAround({ ts, root }: ParsedFile, node: ts.Node): ts.JsxElement | undefined {
  return ts.findAncestor(
    node,
    (one): one is ts.JsxElement =>
      ts.isJsxElement(one) && one.openingElement.tagName.getText(root) === 'form',
  )
}

function methodOf(file: ParsedFile, form: ts.Node): string {
  return file.ts.isJsxElement(form)
    ? attributeOf(file, form.openingElement.attributes, 'method')
    : ''
}

/** The text of an attribute after its name. Qwik takes `formAction` for `formaction`, too. */
function attributeOf(
  { ts, root }: ParsedFile,
  { properties }: ts.JsxAttributes,
  name: string,
): string {
  const found = properties.find(
    (one) => ts.isJsxAttribute(one) && one.name.getText(root).toLowerCase() === name,
  )
  return found?.getText(root).slice(name.length) ?? ''
}

function isPlainFetch(file: ParsedFile, node: ts.Node): boolean {
  const { ts } = file
  if (!ts.isCallExpression(node) || !calledFetch.test(node.expression.getText(file.root)))
    return false
  const [url, options] = node.arguments
  if (!url || !options || !authRoute.test(url.getText(file.root))) return false
  return /\bPOST\b/i.test(options.getText(file.root)) && !hasToken(file, node)
}

const calledFetch = /^(?:(?:window|globalThis|self)\.)?fetch$/

function hasToken({ root }: ParsedFile, node: ts.Node): boolean {
  return node.getText(root).includes('csrfToken')
}
