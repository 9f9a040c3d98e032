import type { AttackTarget } from './target.js'

/** One attack, as data. */
export interface AttackCase<T extends AttackTarget = AttackTarget> {
  /** The first row and advisory that it stands for, then what must come of it, as a sentence. */
  readonly name: string
  /** All rows and advisories that it stands for. */
  readonly ids: readonly string[]
  /** What it uses of the target; it is left out where that is not given. */
  readonly needs: readonly (keyof T & string)[]
  /** Resolves if the application stands it, and rejects with a sentence if not. */
  readonly run: (target: T) => Promise<void>
}

type Having<T, N extends keyof T> = T & { readonly [K in N]-?: NonNullable<T[K]> }

/** Writes an attack down; `ids` are separated by spaces. */
export type DefineAttack<T extends AttackTarget> = <N extends keyof T & string = never>(
  ids: string,
  sentence: string,
  needs: readonly N[],
  run: (target: Having<T, N>) => Promise<void>,
) => AttackCase<T>

/** For attacks that need more of their target than a published one has. */
export function attacksOn<T extends AttackTarget>(): DefineAttack<T> {
  return (ids, sentence, needs, run) => ({
    name: `${headOf(ids.split(' ')).join(', ')}: ${sentence}`,
    ids: ids.split(' '),
    needs,
    run: async (target) => {
      if (!hasAll(target, needs)) throw new Error(`Expected ${missingOf(target, needs).join()}.`)
      await run(target)
    },
  })
}

/** Writes down an attack on any application. */
export const attack: DefineAttack<AttackTarget> = attacksOn()

/** Few enough to be read: the others are in `ids`. */
function headOf([first = '', ...others]: readonly string[]): readonly string[] {
  const advisory = others.find((id) => id.includes('-'))
  return advisory === undefined ? [first] : [first, advisory]
}

/** What a target lacks for an attack. */
export function missingOf<T extends AttackTarget>(
  target: T,
  needs: readonly (keyof T & string)[],
): readonly string[] {
  return needs.filter((name) => target[name] === undefined)
}

function hasAll<T extends AttackTarget, N extends keyof T & string>(
  target: T,
  needs: readonly N[],
): target is Having<T, N> {
  return missingOf(target, needs).length === 0
}
