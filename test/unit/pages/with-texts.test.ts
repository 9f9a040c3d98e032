import { describe, expect, it } from 'vitest'
import { english } from '../../../src/pages/find-language.js'
import { withTexts } from '../../../src/pages/with-texts.js'

describe('withTexts', () => {
  it('replaces single texts and leaves the others', () => {
    const { texts, code, direction } = withTexts(english, {
      signIn: { heading: 'Welcome' },
      errors: { AccessDenied: { title: 'Members only' } },
    })
    expect(texts.signIn).toEqual({ ...english.texts.signIn, heading: 'Welcome' })
    expect(texts.errors.AccessDenied).toEqual({
      ...english.texts.errors.AccessDenied,
      title: 'Members only',
    })
    expect(texts.mail).toEqual(english.texts.mail)
    expect([code, direction]).toEqual(['en', 'ltr'])
  })

  it('does not touch the language itself', () => {
    withTexts(english, { signIn: { heading: 'Welcome' } })
    expect(english.texts.signIn.heading).toBe('Sign in')
  })

  it.each([
    undefined,
    null,
    7,
    'text',
    [],
    {},
    { signIn: null },
    { signIn: 'Welcome' },
    { signIn: { heading: 7, lead: null, or: ['x'], email: undefined, withProvider: {} } },
    { unknown: { heading: 'x' }, signIn: { unknown: 'x' } },
    JSON.parse('{"__proto__":{"signIn":{"heading":"x"}},"signIn":{"__proto__":{"heading":"x"}}}'),
  ])('ignores %j', (overrides) => {
    expect(withTexts(english, overrides as object)).toEqual(english)
  })
})
