import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import { expectEqual } from '../../../../src/testing/expectations.js'
import * as mutations from '../response-mutations.js'
import { expectAllAccepted, expectAllRefused, newcomer } from '../federated.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

/** What a provider signs, and what it must not be believed. */
export const idTokenCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'IT1 P6 CVE-2019-13483 N18',
    'an ID token is refused without the signature of the provider, and no key is fetched for it',
    ['op'],
    async (target) => {
      await expectAllRefused(target, target.op, await mutations.signatureMutations())
      const hosts = target.op.received.map(({ url }) => url.hostname)
      expectEqual(hosts.includes('evil.test'), false, 'whether a key was fetched elsewhere')
    },
  ),
  attack(
    'IT2 B26 GHSA-9h47-pqcx-hjr4 P21 CVE-2022-23540 CVE-2020-15084',
    'an ID token is refused under an algorithm that was not agreed on',
    ['op'],
    async (target) => expectAllRefused(target, target.op, await mutations.algorithmMutations()),
  ),
  attack(
    'IT3 P5 CVE-2016-7191',
    'an ID token of another issuer is refused',
    ['op'],
    async (target) => expectAllRefused(target, target.op, mutations.issuerMutations),
  ),
  attack(
    'IT4 B27 GHSA-p2fr-6hmx-4528',
    'an ID token for another client is refused',
    ['op'],
    async (target) => expectAllRefused(target, target.op, mutations.audienceMutations),
  ),
  attack(
    'IT5 P22 CVE-2026-44459',
    'an ID token is refused out of its time, or when its times are no numbers',
    ['op'],
    async (target) => {
      await expectAllRefused(target, target.op, mutations.timeMutations())
      const seconds = Math.floor(Date.now() / 1000)
      await expectAllAccepted(target, target.op, {
        'a clock that is 25 seconds fast': mutations.setClaim('iat', seconds + 25),
        'a clock that is 25 seconds slow': mutations.setClaim('exp', seconds - 25),
      })
    },
  ),
  attack('IT6', 'an ID token without a usable subject is refused', ['op'], async (target) =>
    expectAllRefused(target, target.op, mutations.subjectMutations),
  ),
  attack('IT7 AR7', 'an ID token with another nonce, or none, is refused', ['op'], async (target) =>
    expectAllRefused(target, target.op, mutations.nonceMutations),
  ),
  attack('IT8', 'an ID token for another access token is refused', ['op'], async (target) =>
    expectAllRefused(target, target.op, mutations.hashMutations),
  ),
  attack('IT9', 'a sign-in at an OpenID provider needs an ID token', ['op'], async (target) =>
    expectAllRefused(target, target.op, mutations.idTokenMutations),
  ),
  attack(
    'IT11',
    'a token that names no key is accepted where there is one',
    ['op'],
    async (target) =>
      expectAllAccepted(target, target.op, { 'no key id': { header: { kid: undefined } } }),
  ),
  attack(
    'IT14 P4 CVE-2021-41580',
    'an answer of the token endpoint without tokens does not sign the user in',
    ['op', 'plain'],
    async (target) => {
      await expectAllRefused(target, target.op, mutations.tokenMutations)
      const person = { ...newcomer(), id: 7 }
      await expectAllRefused(target, target.plain, mutations.tokenMutations, {
        id: 'plain',
        person,
      })
    },
  ),
]
