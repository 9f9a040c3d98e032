import type { AttackTarget } from './target.js'

/** One attack, as data. */
export interface AttackCase<T extends AttackTarget = AttackTarget> {
  /** The first id and advisory of the attack, and the expected result as a sentence. */
  readonly name: string
  /** All ids and advisories that the attack covers. */
  readonly ids: readonly string[]
  /** The members of the target that the attack uses. If one is missing, the attack is skipped. */
  readonly needs: readonly (keyof T & string)[]
  /** Resolves if the app withstands the attack. Otherwise rejects with a sentence that says why. */
  readonly run: (target: T) => Promise<void>
}

type Having<T, N extends keyof T> = T & { readonly [K in N]-?: NonNullable<T[K]> }

/** Defines an attack. `ids` are separated by spaces. */
export type DefineAttack<T extends AttackTarget> = <N extends keyof T & string = never>(
  ids: string,
  sentence: string,
  needs: readonly N[],
  run: (target: Having<T, N>) => Promise<void>,
) => AttackCase<T>

/** For attacks that need more than a public target provides. */
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

/** Defines an attack on any app. */
export const attack: DefineAttack<AttackTarget> = attacksOn()

/** A title with few ids is easier to read. The others are in `ids`. */
function headOf([first = '', ...others]: readonly string[]): readonly string[] {
  const advisory = others.find((id) => id.includes('-'))
  return advisory === undefined ? [first] : [first, advisory]
}

/** Lists what a target lacks for an attack. */
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
