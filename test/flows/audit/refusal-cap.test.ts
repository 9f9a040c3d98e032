import { expect, it } from 'vitest'
import { createRuntime } from '../../../src/core.js'
import { recordRefusal } from '../../../src/context/record-event.js'
import type { AuditRecord } from '../../../src/model/audit.js'

it('refusals of many users do not hide those of one, and each user has a share', () => {
  const records: AuditRecord[] = []
  const config = {
    audit: (record: AuditRecord) => void records.push(record),
    runtime: createRuntime({}),
  }
  const refuse = (userId: string): void =>
    recordRefusal({ config, notes: { userId } } as never, { reason: 'CredentialsSignin' } as never)
  for (let user = 0; user < 20; user += 1) {
    for (let count = 0; count < 25; count += 1) refuse(`user-${user}`)
  }
  expect(records).toHaveLength(400)
  refuse('ada')
  expect(records.at(-1)).toMatchObject({ event: 'refused', userId: 'ada' })
})
