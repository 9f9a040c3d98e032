export { adapterContract, type AdapterContractOptions } from './testing/adapter-contract.js'
export type { AdapterCase, AdapterMethod } from './testing/adapter-case.js'
export type { AttackCase } from './testing/attack/attack-case.js'
export { attackCases } from './testing/attack/attack-cases.js'
export { runAttacks, type AttackOptions, type AttackResult } from './testing/attack/run-attacks.js'
export type {
  AttackedProvider,
  AttackTarget,
  SentMail,
  TypedFields,
} from './testing/attack/target.js'
export {
  fakeRangeService,
  type FakeRangeService,
  type RangeRequest,
} from './testing/kit/fake-range-service.js'
export { inbox, type Inbox, type NextMailOptions } from './testing/kit/inbox.js'
export type { MailServer, OutgoingMail } from './testing/kit/mail-server.js'
export type { ReceivedMail } from './testing/kit/received-mail.js'
export { signInAs, type SignedInUser, type SignInAsOptions } from './testing/kit/sign-in-as.js'
export type { StorageState, StorageStateCookie } from './testing/kit/storage-state.js'
export type { TestUser } from './testing/kit/test-user.js'
export type { FakeReturn } from './testing/provider/authorization.js'
export type { FakeEndpoint, FakeFailure, OAuthFailure } from './testing/provider/failures.js'
export {
  fakeProvider,
  type FakeProvider,
  type FakeProviderClient,
  type FakeProviderListener,
  type FakeProviderRequest,
} from './testing/provider/fake-provider.js'
export type { FakeUser } from './testing/provider/fake-user.js'
export type { FakeProviderOptions } from './testing/provider/provider-state.js'
export type { Claims } from './testing/provider/signing-key.js'
