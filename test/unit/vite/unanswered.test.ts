import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { explainUnanswered } from '../../../src/vite/explain-unanswered.js'
import { latchkey } from '../../../src/vite.js'
import { makeSandbox } from '../cli/sandbox.js'
import { patient } from '../../support/patient.js'

const exported = 'export const { onRequest } = '
const call = 'routeAuth$(() => ({}))\n'
const importLine = 'import { routeAuth$ } from "latchkey"\n'

function explain(
  files: Readonly<Record<string, string>>,
  version: 1 | 2 = 1,
): Promise<string | undefined> {
  const { folder } = makeSandbox({ 'src/root.tsx': '', ...files })
  return explainUnanswered(folder, '/auth/signin', version)
}

describe('an auth path that answers 404 on the dev server', () => {
  it.each([
    [
      'src/routes/auth.ts',
      'Qwik does not run src/routes/auth.ts. Rename the file to src/routes/plugin@auth.ts.',
    ],
    [
      'src/routes/layout.tsx',
      'Qwik runs src/routes/layout.tsx only for its own pages. Move the call of `routeAuth$` to src/routes/plugin@auth.ts.',
    ],
  ])('is explained by the place of %s', async (path, reason) => {
    expect(await explain({ [path]: importLine + exported + call })).toBe(
      `/auth/signin answers 404, because ${reason}`,
    )
  })

  it('is explained by an `onRequest` that is not exported', async () => {
    const text = `${importLine}export const { useSession } = ${call}`
    expect(await explain({ 'src/routes/plugin@auth.ts': text })).toBe(
      '/auth/signin answers 404, because src/routes/plugin@auth.ts does not export `onRequest`. Write `export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(…)` there.',
    )
    // There the engine says so.
    expect(await explain({ 'src/routes/plugin@auth.ts': text }, 2)).toBeUndefined()
  })

  it.each([
    ['without `export`', `const { onRequest, useSession } = ${call}`],
    ['in a comment', `// export const { onRequest }\n/* onRequest */\n${call}`],
    ['under another name', `export const { onRequest: handle } = ${call}`],
    ['in a type', `export const { useSession } = ${call}export type onRequest = string\n`],
  ])('is explained by an `onRequest` that is there %s', async (_how, text) => {
    expect(await explain({ 'src/routes/plugin@auth.ts': importLine + text })).toMatch(
      /because src\/routes\/plugin@auth\.ts does not export `onRequest`\. /,
    )
  })

  it.each([
    ['a list', `const { onRequest } = ${call}export { onRequest }\n`],
    ['another name', `const { onRequest: handle } = ${call}export { handle as onRequest }\n`],
    ['a member', `const auth = ${call}export const onRequest = auth.onRequest\n`],
    ['a function', `const auth = ${call}export function onRequest() { return auth }\n`],
    ['a comment inside', `export const { /* first */ onRequest } = ${call}`],
    ['a text that looks like a comment', `const a = "/*"; export const { onRequest } = ${call}`],
    ['a file that cannot be parsed', `const const = ${call}`],
  ])('is not explained by an export in the form of %s', async (_form, text) => {
    expect(await explain({ 'src/routes/plugin@auth.ts': importLine + text })).toBeUndefined()
  })

  it.each(["export * from '../auth'", "export { onRequest } from '../auth'"])(
    'is not explained if the plugin file has %s',
    async (text) => {
      const files = { 'src/auth.ts': importLine + exported + call }
      expect(await explain({ ...files, 'src/routes/plugin@auth.ts': text })).toBeUndefined()
      const commented = { ...files, 'src/routes/plugin@auth.ts': `// ${text}` }
      expect(await explain(commented)).toMatch(/because Qwik does not run src\/auth\.ts\./)
    },
  )

  it('is not explained by an instance in a comment', async () => {
    for (const comment of [`// ${call}`, `/* ${call} */`]) {
      const text = `import type { Session } from "latchkey"\n${comment}`
      expect(await explain({ 'src/auth.ts': text })).toBeUndefined()
    }
  })

  it('is not explained if an instance answers, or if the app has no instance', async () => {
    const good = { 'src/routes/plugin@auth.ts': importLine + exported + call }
    expect(await explain(good)).toBeUndefined()
    expect(await explain({ ...good, 'src/old.ts': importLine + exported + call })).toBeUndefined()
    expect(await explain({})).toBeUndefined()
    expect(await explainUnanswered('/no/such/folder', '/auth/signin', 1)).toBeUndefined()
  })

  it('is explained once, and only for a 404 below the base path', async () => {
    const { folder } = makeSandbox({ 'src/auth.ts': importLine + exported + call })
    const lines: string[] = []
    const visit = openServer(folder, lines)
    visit('/auth/signin', 200)
    visit('/other', 404)
    visit('/auth/signin?a=b', 404)
    await vi.waitFor(() => expect(lines).toHaveLength(1), patient)
    visit('/auth/signin', 404)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(lines).toEqual([expect.stringMatching(/^\[latchkey\] \/auth\/signin answers 404, /)])
  })
})

type Handler = (request: object, response: EventEmitter, next: () => void) => void

/** Returns a function that lets a request end with a status. */
function openServer(root: string, lines: string[]): (url: string, statusCode: number) => void {
  const handlers: Handler[] = []
  const middlewares = { use: (handler: Handler) => void handlers.push(handler) }
  const logger = { error: (line: string) => void lines.push(line) }
  const { configureServer } = latchkey()
  if (typeof configureServer !== 'function') throw new TypeError('Expected a function.')
  void Reflect.apply(configureServer, undefined, [{ middlewares, config: { root, logger } }])
  return (url, statusCode) => {
    const response = Object.assign(new EventEmitter(), { statusCode })
    for (const handle of handlers) handle({ method: 'GET', url, headers: {} }, response, () => {})
    response.emit('finish')
  }
}
