import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from './campaign.js'
import { countsFile, isDeep, savedTo } from './settings.js'

/** A deep run tells its counts each time that it has run this many schedules more. */
const schedulesOfStage = 10_000

/** Counts schedules, and keeps what they found until it is asked for. */
export interface Tally {
  add(result: Result): void
  /** The findings since the last call, as one text. */
  takeFindings(): string
  /** Tells how many schedules were run, and how long it took. */
  print(): void
}

export function countSchedules(what: string): Tally {
  const began = performance.now()
  let shown = 0
  let schedules = 0
  let violations = 0
  let findings: string[] = []
  const show = (state: string): void => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const counts = `${schedules} schedules in ${seconds} s, ${violations} violations`
    process.stdout.write(`interleavings: ${what}: ${counts}${state}\n`)
  }
  return {
    add: (result) => {
      schedules += result.schedules
      violations += result.findings.length
      findings.push(...result.findings)
      if (!isDeep || schedules < shown + schedulesOfStage) return
      shown = schedules
      show(' so far')
    },
    takeFindings: () => {
      const found = findings
      findings = []
      if (savedTo !== undefined) for (const text of found) save(savedTo, text)
      return found.join('\n\n')
    },
    print: () => {
      show('')
      const counts = JSON.stringify({ what, schedules, violations })
      if (countsFile !== undefined) appendFileSync(countsFile, `${counts}\n`)
    },
  }
}

function save(folder: string, text: string): void {
  const name = (text.split('\n')[0] ?? '').replaceAll(/[^\w-]+/g, '_').slice(0, 150)
  const promise = (/VIOLATED: ([^.]*)/.exec(text)?.[1] ?? '').replaceAll(' ', '-')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.${promise}.txt`), `${text}\n`)
}
