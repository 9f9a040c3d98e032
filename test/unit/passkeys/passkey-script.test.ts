import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patient } from '../../support/patient.js'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

interface Started {
  /** Presses the button that creates a passkey. */
  readonly press: () => void
  /** The URL that the script opens, or the message that it shows. */
  readonly outcome: Promise<string>
  /** The URLs that the script fetches. */
  readonly fetched: readonly string[]
}

/** Runs the script on a page with one passkey form and perhaps a field of another form. */
async function start(
  field?: { readonly isValid: boolean },
  dataset: Readonly<Record<string, string>> = {},
): Promise<Started> {
  let submit: ((event: unknown) => void) | undefined
  let finish: (outcome: string) => void = () => undefined
  const outcome = new Promise<string>((resolve) => (finish = resolve))
  const fetched: string[] = []
  const place = {
    hidden: true,
    set textContent(text: string) {
      if (text !== '') finish(text)
    },
  }
  const form = {
    hidden: true,
    dataset: {
      passkey: 'passkey',
      basePath: '/auth',
      texts: '{"general":"No."}',
      ...(field && { field: 'email' }),
      ...dataset,
    },
    addEventListener: (_: string, listener: (event: unknown) => void) => (submit = listener),
    querySelectorAll: () => [],
    nextElementSibling: place,
  }
  const input = {
    name: 'email',
    value: 'ada@example.test',
    reportValidity: () => field?.isValid,
  }
  vi.stubGlobal('location', { href: 'https://app.test/auth/account', assign: finish })
  vi.stubGlobal('document', {
    querySelectorAll: () => [form],
    querySelector: (selector: string) => (selector === 'input#email' ? input : null),
  })
  const isConditionalMediationAvailable = (): Promise<boolean> => Promise.resolve(true)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable }),
  )
  vi.stubGlobal('FormData', function FormData() {
    return new Map()
  })
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    if (url.includes('authenticate')) return Response.json({ options: { challenge: 'AAAA' } })
    return Response.json({ error: 'ConfirmationRequired', message: 'Too old.' }, { status: 401 })
  })
  vi.stubGlobal('window', globalThis)
  await import('../../../src/passkeys/page.js')
  const press = (): void =>
    submit?.({ preventDefault: () => undefined, submitter: { value: 'register' } })
  return { press, outcome, fetched }
}

it('the page script leads an old session that adds a passkey to the page that confirms the identity', async () => {
  const { press, outcome } = await start()
  press()
  expect(await outcome).toBe('/auth/confirm?callbackUrl=https%3A%2F%2Fapp.test%2Fauth%2Faccount')
})

it('the page script sends the address in the field of the other form', async () => {
  const { press, outcome, fetched } = await start({ isValid: true })
  press()
  await outcome
  expect(fetched[0]).toContain('email=ada%40example.test')
})

it('the page script says that a form with an address signs up, and one without fields does not', async () => {
  const signUp = await start({ isValid: true })
  signUp.press()
  await signUp.outcome
  expect(signUp.fetched[0]).toContain('signUp=true')
  vi.resetModules()
  const addition = await start()
  addition.press()
  await addition.outcome
  expect(addition.fetched[0]).not.toContain('signUp')
})

it('the page script sends nothing while the browser refuses the address in that field', async () => {
  const { press, fetched } = await start({ isValid: false })
  press()
  expect(fetched).toEqual([])
})

it('the page script shows no message if a browser without an authenticator refuses an offer', async () => {
  const get = vi.fn(() => Promise.reject(new DOMException('Not here.', 'NotSupportedError')))
  vi.stubGlobal('navigator', { credentials: { get } })
  const { press, outcome } = await start(undefined, {
    autofill: '',
    texts: '{"unsupported":"Sorry."}',
  })
  await vi.waitFor(() => expect(get).toHaveBeenCalledOnce(), patient)
  await new Promise((resolve) => setImmediate(resolve))
  press()
  expect(await outcome).toMatch(/^\/auth\/confirm/)
})
