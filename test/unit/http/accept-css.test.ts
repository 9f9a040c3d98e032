import { describe, expect, it } from 'vitest'
import { acceptFont, acceptRadius } from '../../../src/http/accept-css.js'

describe('acceptRadius', () => {
  it.each(['8px', '0.5rem', '.5rem', '1em', '0px', '12.25px'])('returns the length %s', (value) => {
    expect(acceptRadius(value)).toBe(value)
  })

  it('gives 0 a unit, because calc() needs one', () => {
    expect(acceptRadius('0')).toBe('0px')
  })

  it.each([
    '8',
    '-1px',
    '50%',
    '8px;color:red',
    '8px}',
    'calc(1px)',
    'var(--x)',
    '1px 2px',
    '1000px',
    '1.px',
    'px',
    '',
    ' 8px',
    '8px\n',
    8,
    undefined,
  ])('refuses %j', (value) => {
    expect(acceptRadius(value)).toBeUndefined()
  })
})

describe('acceptFont', () => {
  it.each([
    'Georgia, serif',
    '"Source Sans 3", sans-serif',
    "'IBM Plex Sans'",
    'system-ui',
    '-apple-system',
    'ヒラギノ角ゴ Pro, sans-serif',
  ])('returns the families %s', (value) => {
    expect(acceptFont(value)).toBe(value)
  })

  it.each([
    'serif;color:red',
    'serif}body{display:none',
    'serif{',
    '</style><script>',
    'url(https://evil.test/x)',
    '"url(x)"',
    '@import',
    '"a"b"',
    '"a',
    '\'a"',
    'a\\',
    '"a\\"',
    'a/**/b',
    'a!important',
    'serif,',
    ',serif',
    '',
    ' ',
    '3 fonts',
    'a\nb',
    'a'.repeat(201),
    7,
    undefined,
  ])('refuses %j', (value) => {
    expect(acceptFont(value)).toBeUndefined()
  })
})
