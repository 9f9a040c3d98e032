/** Stands for any function, because validation only checks that a value is one. */
const anyFunction = Symbol('function')
/** Stands for any value, for an option that is not compared. */
const anyValue = Symbol('value')

/** A copy of an object or array, as far as validation can tell values apart. */
class Copy {
  readonly prototype: unknown
  readonly names: readonly string[]
  readonly members: readonly unknown[]

  constructor(value: object, copyMember: (member: unknown, name: string) => unknown) {
    this.prototype = Object.getPrototypeOf(value)
    this.names = Object.keys(value)
    this.members = this.names.map((name) => copyMember(Reflect.get(value, name), name))
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
    return this.#last !== undefined && matches(config, this.#last)
  }

  /** Remembers a config that has no mistake. Later changes to its objects do not matter. */
  remember(config: object): void {
    this.#last = new Copy(config, copyOption)
  }
}

function copyOption(value: unknown, name: string): unknown {
  // The providers are validated with the whole config.
  if (name === 'providers') return anyValue
  // Validation asks which methods an adapter has, and nothing else about it.
  if (name === 'adapter' && isObject(value)) return new AdapterCopy(value)
  return copy(value, 1)
}

/** The methods of an adapter. A new adapter for each request nearly always has the same ones. */
class AdapterCopy extends Copy {
  constructor(adapter: object) {
    super(adapter, (member) => typeof member)
  }
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value === 'function') return anyFunction
  if (!isPlain(value)) return value
  // A new symbol is equal to nothing, so a config that is nested deeper is validated each time.
  return depth > deepest ? Symbol('deep') : new Copy(value, (member) => copy(member, depth + 1))
}

/** Another order of the names is another config, which only means that it is validated again. */
function matches(
  value: object,
  { prototype, names, members }: Copy,
  isSame = isSameOption,
): boolean {
  if (Object.getPrototypeOf(value) !== prototype) return false
  const found = Object.keys(value)
  if (found.length !== names.length) return false
  return found.every(
    (name, at) => name === names[at] && isSame(Reflect.get(value, name), members[at]),
  )
}

function isSameOption(value: unknown, known: unknown): boolean {
  if (known === anyValue) return true
  if (known instanceof AdapterCopy) return isObject(value) && matches(value, known, isSameType)
  if (typeof value === 'function') return known === anyFunction
  if (!isPlain(value)) return Object.is(value, known)
  return known instanceof Copy && matches(value, known)
}

function isSameType(member: unknown, known: unknown): boolean {
  return typeof member === known
}

/** Objects of classes are compared by identity, because their members may be private. */
function isPlain(value: unknown): value is object {
  if (!isObject(value)) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
