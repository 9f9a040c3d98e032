import { describe, expect, it } from 'vitest'
import { Explorer } from './campaign.js'
import { loadEngine } from './process.js'
import { replayed } from './settings.js'

const explorer = new Explorer(await loadEngine())

if (replayed === undefined) describe('a schedule', playAgain)
else describe('the schedule that was asked for', () => playOnce(replayed ?? ''))

function playAgain(): void {
  it('takes the same steps each time that its code is played', async () => {
    const code = 'planted/whole/database/two/returning_sign-in+e-mail_proof/3.1-9.1'
    const first = await explorer.replay(code)
    expect(first.text).toContain('createSession')
    expect(await explorer.replay(code)).toEqual(first)
  })

  it('shows its process, its flow, each call and each result', async () => {
    const { text } = await explorer.replay('empty/whole/database/two/first_sign-in/')
    expect(text).toMatch(/\d+\. \[A\] first sign-in: getUserByAccount\(.*hub.*eve.*\) → null/)
  })

  it('shows the call that fails and the process that ends', async () => {
    const failing = await explorer.replay('empty/whole/database/two/first_sign-in/1.1')
    expect(failing.text).toContain('FAILS')
    const ending = await explorer.replay('empty/whole/database/two/first_sign-in/1.2')
    expect(ending.text).toContain('THE PROCESS ENDS HERE')
    expect(ending.text).toContain('[A2] first sign-in again')
  })
}

function playOnce(code: string): void {
  it('keeps every promise', async () => {
    const { text, isBroken } = await explorer.replay(code)
    process.stdout.write(`\n${text}\n`)
    expect(isBroken).toBe(false)
  })
}
