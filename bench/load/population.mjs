import { Visitor } from './visits.mjs'

/** @typedef {import('./stopwatch.mjs').Stopwatch} Stopwatch */

/** The people of the demo who have a password. */
const withPassword = [
  { name: 'ada', password: 'lovelace', email: 'ada@example.com' },
  { name: 'charles', password: 'babbage', email: 'charles@example.com' },
  { name: 'mary', password: 'somerville', email: 'mary@example.com' },
]

/** Those who visit the demo: some signed in, some gone and perhaps coming back. */
export class Population {
  /** @readonly @type {Visitor[]} */
  #present = []
  /** @readonly @type {Visitor[]} */
  #gone = []
  #names = 0
  #turn = 0
  #arrivals = 0

  /**
   * @param {string} origin
   * @param {Stopwatch} stopwatch
   */
  constructor(origin, stopwatch) {
    this.origin = origin
    this.stopwatch = stopwatch
  }

  get size() {
    return this.#present.length
  }

  /**
   * Somebody who is signed in reads their session.
   *
   * @param {number} [plannedAt]
   */
  readSession(plannedAt) {
    return this.#byOne((visitor) => visitor.readSession(this.stopwatch.from(plannedAt)))
  }

  /**
   * Somebody who is signed in opens the first page.
   *
   * @param {number} [plannedAt]
   */
  readPage(plannedAt) {
    return this.#byOne((visitor) => visitor.readPage(this.stopwatch.from(plannedAt)))
  }

  /**
   * Every other time it is somebody new, else somebody who signed out comes back.
   *
   * @param {number} [plannedAt]
   */
  async signIn(plannedAt) {
    const visitor = (this.#arrivals++ % 2 === 1 && this.#gone.shift()) || this.#someoneNew()
    const timed = this.stopwatch.from(plannedAt)
    await this.stopwatch.follow(async () => {
      await visitor.signIn(timed)
      await visitor.readSession(timed)
      this.#present.push(visitor)
    })
  }

  /**
   * With a password, in a browser of their own, and out again.
   *
   * @param {number} at whose turn it is
   * @param {number} [plannedAt]
   */
  async visitByPassword(at, plannedAt) {
    const person = withPassword[at % withPassword.length]
    if (!person) return
    const { name, password, email } = person
    const visitor = new Visitor(this.origin, name, email)
    const timed = this.stopwatch.from(plannedAt)
    await this.stopwatch.follow(async () => {
      await visitor.signInByPassword(password, timed)
      await visitor.readPage(timed)
      const former = await visitor.signOut(timed)
      await former.expectNoSession(timed)
    })
  }

  /**
   * Whoever has been there longest and is not busy leaves; what their cookie stood for must be over.
   *
   * @param {number} [plannedAt]
   */
  async signOut(plannedAt) {
    const place = this.#present.findIndex(({ underWay }) => underWay === 0)
    const [visitor] = place < 0 ? [] : this.#present.splice(place, 1)
    if (!visitor) return
    const timed = this.stopwatch.from(plannedAt)
    await this.stopwatch.follow(async () => {
      const former = await visitor.signOut(timed)
      await former.expectNoSession(timed)
      this.#gone.push(visitor)
    })
  }

  /** @param {(visitor: Visitor) => Promise<void>} read */
  async #byOne(read) {
    const visitor = this.#present[this.#turn++ % this.#present.length]
    if (!visitor) return
    visitor.underWay++
    await this.stopwatch.follow(() => read(visitor))
    visitor.underWay--
  }

  #someoneNew() {
    const number = ++this.#names
    return new Visitor(this.origin, `Visitor ${number}`, `visitor.${number}@demo-id.example`)
  }
}
