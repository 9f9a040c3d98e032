import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** @typedef {{ N: number, r: number, p: number, maxmem: number }} Cost */

/**
 * Makes Node compute each scrypt hash once and remember it, so that what remains of a sign-in is the
 * work outside the hash. Call it before a library is loaded. The answer still comes in a later turn
 * of the event loop.
 *
 * @returns the costs that were asked for, one for each call
 */
export function rememberScrypt() {
  const { scrypt } = crypto
  /** @type {Map<string, Buffer>} */
  const known = new Map()
  /** @type {Set<string>} */
  const costs = new Set()
  /**
   * @param {string | Uint8Array} password
   * @param {string | Uint8Array} salt
   * @param {number} length
   * @param {Cost} cost
   * @param {(error: Error | null, key: Buffer) => void} callback
   */
  const remembered = (password, salt, length, cost, callback) => {
    const { N, r, p } = cost
    costs.add(`N=${N} r=${r} p=${p}`)
    const id = [password, salt].map((one) => Buffer.from(one).toString('hex')).join()
    const key = known.get(`${id} ${length} ${N} ${r} ${p}`)
    if (key) {
      setImmediate(callback, null, key)
      return
    }
    scrypt(password, salt, length, cost, (error, computed) => {
      if (!error) known.set(`${id} ${length} ${N} ${r} ${p}`, computed)
      callback(error, computed)
    })
  }
  Object.assign(crypto, { scrypt: remembered })
  syncBuiltinESMExports()
  return {
    costs,
    /** Nanoseconds of one hash at a cost. @param {Omit<Cost, 'maxmem'>} cost */
    timeHash(cost) {
      const start = performance.now()
      return new Promise((resolve) => {
        scrypt('password', 'salt', 64, { ...cost, maxmem: 2 ** 27 }, () =>
          resolve((performance.now() - start) * 1e6),
        )
      })
    },
  }
}
