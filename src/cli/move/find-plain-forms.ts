import type ts from 'typescript'
import { findingAt, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

const authRoute = /\/auth\/(?:signin|signout|callback)\b/

/** Finds forms and `fetch` calls that post to an auth route without the CSRF token. */
export function findPlainForms(file: ParsedFile): readonly Finding[] {
  return nodesOf(file)
    .filter((node) => isPlainForm(file, node) || isPlainFetch(file, node))
    .map((node) =>
      findingAt(file, node, {
        problem: 'This posts to an auth route without a csrfToken, which Latchkey refuses.',
        cure: 'Use <Form action={signIn}> with useSignIn or useSignOut, or post the csrfToken that GET /auth/csrf returns.',
      }),
    )
}

function isPlainForm(file: ParsedFile, node: ts.Node): boolean {
  const { ts } = file
  if (!ts.isJsxElement(node)) return false
  const { tagName, attributes } = node.openingElement
  if (tagName.getText(file.root) !== 'form') return false
  const [action = '', method = ''] = ['action', 'method'].map((name) => {
    const found = attributes.properties.find(
      (one) => ts.isJsxAttribute(one) && one.name.getText(file.root) === name,
    )
    return found?.getText(file.root).slice(name.length) ?? ''
  })
  return authRoute.test(action) && /post/i.test(method) && !hasToken(file, node)
}

function isPlainFetch(file: ParsedFile, node: ts.Node): boolean {
  const { ts } = file
  if (!ts.isCallExpression(node) || node.expression.getText(file.root) !== 'fetch') return false
  const [url, options] = node.arguments
  if (!url || !options || !authRoute.test(url.getText(file.root))) return false
  return /\bPOST\b/i.test(options.getText(file.root)) && !hasToken(file, node)
}

function hasToken({ root }: ParsedFile, node: ts.Node): boolean {
  return node.getText(root).includes('csrfToken')
}
