/** Stands for any function, because validation only checks that a value is one. */
const anyFunction = Symbol('function')

/** A copy of an object or array, as far as validation can tell values apart. */
class Copy {
  readonly prototype: unknown
  readonly members: ReadonlyMap<string, unknown>

  constructor(value: object, names: readonly string[], depth: number) {
    this.prototype = Object.getPrototypeOf(value)
    this.members = new Map(
      names.map((name) => [name, snapshot(Reflect.get(value, name), depth + 1)]),
    )
  }
}

/** Options of a config are nested this deep at most, as in `cookies.sessionToken.options.path`. */
const deepest = 4

/**
 * The options of the last config that passed validation.
 *
 * Qwik calls the config function for each request, and nearly always gets the same options in new
 * objects. A config whose options are the same as last time has no mistake either.
 */
export class ValidatedOptions {
  #last: Copy | undefined

  /** Whether validation would find in this config what it found in the last one, which is nothing. */
  matches(config: object): boolean {
    return this.#last !== undefined && matches(config, this.#last, ownOptions(config))
  }

  /** Remembers a config that has no mistake. Later changes to its objects do not matter. */
  remember(config: object): void {
    this.#last = new Copy(config, ownOptions(config), 0)
  }
}

/**
 * The adapter is validated each time. The providers are validated with the whole config, and reading
 * them here would fill in their defaults.
 */
function ownOptions(config: object): readonly string[] {
  return Object.keys(config).filter((name) => name !== 'providers' && name !== 'adapter')
}

function snapshot(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return anyFunction
  if (!isPlain(value)) return value
  // A new symbol is equal to nothing, so a config that is nested deeper is validated each time.
  return depth > deepest ? Symbol('deep') : new Copy(value, Object.keys(value), depth)
}

function matches(value: object, copy: Copy, names: readonly string[]): boolean {
  const { prototype, members } = copy
  if (names.length !== members.size || Object.getPrototypeOf(value) !== prototype) return false
  return names.every((name) => {
    return members.has(name) && isSame(Reflect.get(value, name), members.get(name))
  })
}

function isSame(value: unknown, known: unknown): boolean {
  if (typeof value === 'function') return known === anyFunction
  if (!isPlain(value)) return Object.is(value, known)
  return known instanceof Copy && matches(value, known, Object.keys(value))
}

/** Objects of classes are compared by identity, because their members may be private. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
