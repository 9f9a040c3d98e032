import { describe, expect, it } from 'vitest'
import { serverFunctionCases } from '../../../src/testing/attack/server-function-cases.js'
import { captureResult } from '../../../src/testing/expectations.js'
import { openServerFunctions, type ServerFunctions } from './server-functions.js'

const page = '/login/'

/** Runs the attack. Returns why the app fell to it, or undefined. */
async function runAgainst(
  send: (request: Request) => Promise<Response>,
  path = page,
): Promise<string | undefined> {
  for (const { run } of serverFunctionCases) {
    const target = { url: 'https://app.test/auth', page: path, send }
    const settled = await captureResult(() => run(target))
    if (settled.status === 'rejected') return String(settled.reason)
  }
  return undefined
}

/** Answers every other path with a redirect. */
function redirecting(
  status: number,
  location: string,
  isOpen: Partial<ServerFunctions>,
): (request: Request) => Promise<Response> {
  const send = openServerFunctions({ page, ...isOpen })(async () => {
    return new Response(null, { status, headers: { location } })
  })
  return send
}

describe('the attack on the config function (CF1)', () => {
  it('is stood by an app that refuses the calls', async () => {
    const send = openServerFunctions({ page })(async () => new Response(null, { status: 404 }))
    expect(await runAgainst(send)).toBeUndefined()
  })

  it.each([301, 302, 308])(
    'follows a redirect with %i, and calls the function where it leads',
    async (status) => {
      const open = redirecting(status, page, { calls: 'first' })
      expect(await runAgainst(open, '/login')).toContain('the config came')
      expect(await runAgainst(redirecting(status, page, {}), '/login')).toBeUndefined()
    },
  )

  it('says where a page without a form redirects to', async () => {
    const send = async (request: Request): Promise<Response> =>
      request.url.endsWith('/home/')
        ? new Response('<p>Welcome</p>')
        : new Response(null, { status: 302, headers: { location: '/home/' } })
    expect(await runAgainst(send)).toContain(
      'at /login/, but the page redirects to https://app.test/home/, where the answer 200 has none',
    )
  })

  it('says that a page redirects to another site', async () => {
    const send = async (): Promise<Response> =>
      new Response(null, { status: 302, headers: { location: 'https://id.test/' } })
    expect(await runAgainst(send)).toContain('redirects to https://id.test/, which is another site')
  })

  it('says that there is no page', async () => {
    const send = async (): Promise<Response> => new Response(null, { status: 404 })
    expect(await runAgainst(send)).toContain('the answer 404 has none')
  })
})
