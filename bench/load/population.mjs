import { performance } from 'node:perf_hooks'
import { Visitor, WrongAnswer } from './visits.mjs'

/** @typedef {import('./stopwatch.mjs').Stopwatch} Stopwatch */
/** @typedef {{ visitor: Visitor, notBefore: number }} Absent */

/** The people of the demo who have a password. */
const withPassword = [
  { name: 'ada', password: 'lovelace', email: 'ada@example.com' },
  { name: 'charles', password: 'babbage', email: 'charles@example.com' },
  { name: 'mary', password: 'somerville', email: 'mary@example.com' },
]

/** Sign-ins at the same time before the clock begins. */
const arrivalsAtOnce = 10

/**
 * Who got no answer tries again after this time. On Redis an account that was left half made is free
 * again after ten seconds.
 */
const secondTryMs = 12_000

/** Sessions that are looked at, at the same time, when all is over. */
const checksAtOnce = 16

/** Those who visit the demo: some signed in, some gone and perhaps coming back. */
export class Population {
  /** @readonly @type {Visitor[]} */
  #present = []
  /** @readonly @type {Absent[]} */
  #absent = []
  /** Cookies whose sessions are over. @readonly @type {Visitor[]} */
  #former = []
  /** Those whose sign-out got no answer: it may have been carried out. @readonly @type {Visitor[]} */
  #inDoubt = []
  #names = 0
  #turn = 0
  #arrivals = 0

  /** Those that were answered. */
  signIns = 0
  signOuts = 0

  /**
   * @param {string} origin
   * @param {Stopwatch} stopwatch
   */
  constructor(origin, stopwatch) {
    this.origin = origin
    this.stopwatch = stopwatch
  }

  /**
   * Before the clock begins people sign in, look around until the code of the server is warm, and
   * some leave again.
   *
   * @param {number} residents
   */
  async settle(residents) {
    const leaving = residents / 20
    for (let at = 0; at < residents + leaving; at += arrivalsAtOnce)
      await Promise.all(Array.from({ length: arrivalsAtOnce }, () => this.signIn()))
    for (let at = 0; at < residents * 2; at++) await (at % 4 ? this.readSession() : this.readPage())
    for (let at = 0; at < leaving; at++) await this.signOut()
    if (this.#present.length >= residents) return
    const [why = 'no answer'] = this.stopwatch.wrongAnswers
    throw new Error(`Only ${this.#present.length} people could sign in: ${why}`)
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
   * Every other time it is somebody new, else somebody who was here before.
   *
   * @param {number} [plannedAt]
   */
  async signIn(plannedAt) {
    const visitor = (this.#arrivals++ % 2 === 1 && this.#someoneBack()) || this.#someoneNew()
    const timed = this.stopwatch.from(plannedAt)
    const wasAnswered = await this.stopwatch.follow(() => visitor.signIn(timed))
    if (!wasAnswered) {
      // In another browser: what is left of the attempt in this one is worth nothing.
      const again = new Visitor(this.origin, visitor.name, visitor.email)
      this.#absent.push({ visitor: again, notBefore: performance.now() + secondTryMs })
      return
    }
    this.signIns++
    this.#present.push(visitor)
    visitor.underWay++
    await this.stopwatch.follow(() => visitor.readSession(timed))
    visitor.underWay--
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
    const visitor = new Visitor(this.origin, person.name, person.email)
    const timed = this.stopwatch.from(plannedAt)
    await this.stopwatch.follow(async () => {
      await visitor.signInByPassword(person.password, timed)
      await visitor.readPage(timed)
      const former = visitor.copy()
      await visitor.signOut(timed)
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
    const former = visitor.copy()
    const timed = this.stopwatch.from(plannedAt)
    const wasAnswered = await this.stopwatch.follow(() => visitor.signOut(timed))
    if (!wasAnswered) {
      this.#inDoubt.push(former)
      return
    }
    this.signOuts++
    this.#former.push(former)
    this.#absent.push({ visitor, notBefore: 0 })
    await this.stopwatch.follow(() => former.expectNoSession(timed))
  }

  /**
   * Looks at one process whether every session that began is there, every one that was ended is
   * over, and nobody has that of somebody else.
   *
   * @param {string} origin
   */
  async verifyAt(origin) {
    const timed = this.stopwatch.from()
    const checks = [
      ...this.#present.map((visitor) => () => visitor.copy(origin).readSession(timed)),
      ...this.#former.map((visitor) => () => visitor.copy(origin).expectNoSession(timed)),
      ...this.#inDoubt.map((visitor) => () => visitor.copy(origin).expectOwnOrNone(timed)),
    ]
    const next = checks[Symbol.iterator]()
    const checker = async () => {
      for (const check of next) await this.stopwatch.follow(check)
    }
    await Promise.all(Array.from({ length: checksAtOnce }, checker))
    const [alive, over, inDoubt] = [this.#present, this.#former, this.#inDoubt]
    return { alive: alive.length, over: over.length, inDoubt: inDoubt.length }
  }

  /** @param {(visitor: Visitor) => Promise<void>} read */
  async #byOne(read) {
    const visitor = this.#present[this.#turn++ % this.#present.length]
    if (!visitor) throw new WrongAnswer('Nobody is signed in any more.')
    visitor.underWay++
    await this.stopwatch.follow(() => read(visitor))
    visitor.underWay--
  }

  #someoneBack() {
    const now = performance.now()
    const place = this.#absent.findIndex(({ notBefore }) => notBefore <= now)
    return place < 0 ? undefined : this.#absent.splice(place, 1)[0]?.visitor
  }

  #someoneNew() {
    const number = ++this.#names
    return new Visitor(this.origin, `Visitor ${number}`, `visitor.${number}@demo-id.example`)
  }
}
