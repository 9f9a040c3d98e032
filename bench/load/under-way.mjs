/** Work that was begun and not waited for. */
export class UnderWay {
  /** @readonly @type {Set<Promise<void>>} */
  #all = new Set()

  /** @param {Promise<void>} work */
  add(work) {
    const kept = work.finally(() => this.#all.delete(kept))
    this.#all.add(kept)
  }

  /** Resolves when nothing is under way; rejects when something did. */
  async settled() {
    while (this.#all.size > 0) await Promise.all(this.#all)
  }
}
