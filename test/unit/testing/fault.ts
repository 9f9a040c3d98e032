import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'

/** A way in which a store is wrong: what it does otherwise than a good one. */
export interface Fault {
  readonly what: string
  readonly broken: (good: MemoryAdapter) => Adapter
  /** Exactly the cases that notice, by name. */
  readonly noticedBy: readonly string[]
}

/** A memory adapter with the fault. */
export function openFaulty({ broken }: Pick<Fault, 'broken'>): Adapter {
  const good = memoryAdapter()
  return { ...good, ...broken(good) }
}

export function textOf(value: unknown): string {
  return JSON.stringify(value) ?? ''
}

/** Lets a value of the wrong type pass for the right one. */
export function asJson<T>(value: unknown): T {
  return (value === undefined ? value : JSON.parse(JSON.stringify(value))) as T
}
