import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

it('the page script leads an old session that adds a passkey to the page that confirms the identity', async () => {
  let submit: ((event: unknown) => void) | undefined
  let finish: (outcome: string) => void = () => undefined
  const outcome = new Promise<string>((resolve) => (finish = resolve))
  const place = {
    hidden: true,
    set textContent(text: string) {
      if (text !== '') finish(text)
    },
  }
  const form = {
    hidden: true,
    dataset: { passkey: 'passkey', basePath: '/auth', texts: '{"general":"No."}' },
    addEventListener: (_: string, listener: (event: unknown) => void) => (submit = listener),
    querySelectorAll: () => [],
    nextElementSibling: place,
  }
  vi.stubGlobal('location', { href: 'https://app.test/auth/account', assign: finish })
  vi.stubGlobal('document', { querySelectorAll: () => [form] })
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  vi.stubGlobal('FormData', function FormData() {
    return new Map()
  })
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: 'ConfirmationRequired', message: 'Too old.' }, { status: 401 }),
  )
  vi.stubGlobal('window', globalThis)
  await import('../../src/passkeys/page.js')
  submit?.({ preventDefault: () => undefined, submitter: { value: 'register' } })
  expect(await outcome).toBe('/auth/confirm?callbackUrl=https%3A%2F%2Fapp.test%2Fauth%2Faccount')
})
