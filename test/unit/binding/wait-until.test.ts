import { describe, expect, it } from 'vitest'
import { waitUntilOf } from '../../../src/binding/wait-until.js'
import { openEvent } from './event.js'

/** A platform object that, like those of real platforms, checks `this`. */
function openPlatform() {
  const works: Promise<unknown>[] = []
  const place = {
    waitUntil(work: Promise<unknown>): void {
      if (this !== place) throw new TypeError('Illegal invocation')
      works.push(work)
    },
  }
  return { place, works }
}

describe('the function that keeps a process alive', () => {
  it.each([
    ['the platform itself, as on Vercel', (place: object) => place],
    ['`ctx`, as on Cloudflare', (ctx: object) => ({ ctx })],
    ['`context`, as on Netlify', (context: object) => ({ context })],
  ])('is found on %s, and called as its method', (_name, toPlatform) => {
    const { place, works } = openPlatform()
    const { event } = openEvent('/', {}, {}, toPlatform(place))
    const work = Promise.resolve()
    waitUntilOf(event)?.(work)
    expect(works).toEqual([work])
  })

  it.each([{}, { ctx: null }, { ctx: { waitUntil: 'text' } }, { context: 1 }])(
    'is undefined on the platform %j',
    (platform) => {
      expect(waitUntilOf(openEvent('/', {}, {}, platform).event)).toBeUndefined()
    },
  )

  it('is undefined without a platform', () => {
    const { event } = openEvent('/')
    expect(waitUntilOf({ ...event, platform: undefined })).toBeUndefined()
  })
})
