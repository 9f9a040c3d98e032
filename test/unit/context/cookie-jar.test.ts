import { describe, expect, it } from 'vitest'
import { createCookieJar } from '../../../src/context/cookie-jar.js'

const attributes = { path: '/', httpOnly: true } as const

describe('a cookie jar', () => {
  it('reads what the browser sent', () => {
    const jar = createCookieJar('a=1; b=%7C')
    expect(jar.get('a')).toBe('1')
    expect(jar.get('b')).toBe('|')
    expect(jar.get('c')).toBeUndefined()
    expect(jar.changes()).toEqual([])
  })

  it('reads what it was given over what the browser sent', () => {
    const jar = createCookieJar('a=1')
    jar.set('a', '2', attributes)
    jar.set('b', '3', attributes)
    expect([jar.get('a'), jar.get('b')]).toEqual(['2', '3'])
    expect(jar.changes()).toEqual([
      { name: 'a', value: '2', attributes },
      { name: 'b', value: '3', attributes },
    ])
  })

  it('deletes with the attributes that the cookie was set with, and at once', () => {
    const jar = createCookieJar('a=1')
    jar.delete('a', { ...attributes, maxAge: 900 })
    expect(jar.get('a')).toBeUndefined()
    expect(jar.changes()).toEqual([
      { name: 'a', value: '', attributes: { path: '/', httpOnly: true, maxAge: 0 } },
    ])
  })

  it('sends no deletion of what the browser does not have', () => {
    const jar = createCookieJar('aa=1')
    jar.delete('a', attributes)
    expect(jar.changes()).toEqual([])
  })

  it('deletes an empty cookie too', () => {
    const jar = createCookieJar('a=')
    jar.delete('a', attributes)
    expect(jar.changes()).toHaveLength(1)
  })

  it('takes back what it was going to set', () => {
    const jar = createCookieJar('')
    jar.set('a', '1', attributes)
    jar.delete('a', attributes)
    expect(jar.get('a')).toBeUndefined()
    expect(jar.changes()).toEqual([])
  })

  it('says each name once: the last word counts', () => {
    const jar = createCookieJar('a=1; b=1')
    jar.delete('a', attributes)
    jar.set('b', '2', attributes)
    jar.set('a', '3', attributes)
    jar.set('b', '4', attributes)
    expect(jar.changes().map(({ name, value }) => `${name}=${value}`)).toEqual(['a=3', 'b=4'])
    expect(jar.changes()[0]?.attributes).toEqual(attributes)
  })

  it('names what the browser will have, by how it begins', () => {
    const jar = createCookieJar('a.1=1; b.1=1; a.2=; a.3=1; xa.1=1')
    jar.set('a.4', '1', attributes)
    jar.set('b.2', '1', attributes)
    jar.delete('a.3', attributes)
    expect(jar.names('a.')).toEqual(['a.1', 'a.2', 'a.4'])
  })

  it('names a cookie once, and none that no answer can set', () => {
    const jar = createCookieJar('a.1=1; a.1=2; a.Ü=1')
    jar.set('a.1', '3', attributes)
    expect(jar.names('a.')).toEqual(['a.1'])
    expect(createCookieJar('').names('')).toEqual([])
  })
})
