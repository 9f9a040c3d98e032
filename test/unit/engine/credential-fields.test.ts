import { describe, expect, it } from 'vitest'
import Credentials from '../../../src/providers/credentials.js'
import { ada, makeApp } from '../../support/apps/app.js'

const credentials = {
  username: { label: 'Name' },
  pin: { type: 'number' },
  remember: { type: 'checkbox' },
}

/** What `authorize` is given for a JSON body; undefined when it is not asked. */
async function given(fields: object): Promise<Record<string, unknown> | undefined> {
  let seen: Record<string, unknown> | undefined
  const provider = Credentials({
    credentials,
    authorize: (typed) => {
      seen = { ...typed }
      return { ...ada }
    },
  })
  const browser = makeApp({ providers: [provider] }).browser()
  const csrfToken = await browser.csrfToken()
  await browser.postJson('/auth/callback/credentials', { csrfToken, ...fields })
  return seen
}

describe('a declared credential field', () => {
  it('is the text that was sent', async () => {
    const sent = { username: 'ada', pin: '1234', remember: 'on' }
    expect(await given(sent)).toEqual(sent)
  })

  it.each([{}, { username: null, pin: null }])(
    'is empty text when it is missing: %j',
    async (sent) => {
      expect(await given(sent)).toEqual({ username: '', pin: '' })
    },
  )

  it.each([{ username: { $ne: '' } }, { username: ['ada'] }, { pin: 1234 }, { remember: true }])(
    'is refused when it is not text: %j',
    async (sent) => {
      expect(await given({ username: 'ada', pin: '1', ...sent })).toBeUndefined()
    },
  )

  it('leaves fields that are not declared as they were sent', async () => {
    const seen = await given({ username: 'ada', pin: '1', extra: { a: [1] } })
    expect(seen).toEqual({ username: 'ada', pin: '1', extra: { a: [1] } })
  })
})
