import {
  caller,
  formOf,
  newPasswordOf,
  visitor,
  type Act,
  type KnownSession,
  type Outcome,
} from './act.js'
import type { RemovalFlowName } from './flow-names.js'
import {
  credential,
  oldPassword,
  pageOf,
  passkeyAccount,
  userId,
  type Device,
  type StartingState,
} from './starting-states.js'

/** Makes a flow that removes a way to sign in. The session that asks for it lives on. */
export function makeRemovalAct(start: StartingState, name: RemovalFlowName, at: number): Act {
  const from = at === 0 ? start.laptop : start.phone
  return name === 'password removal' ? removePassword(start, from) : removePasskey(start, from)
}

function removePassword(start: StartingState, from: Device): Act {
  const isLater = start.passwordState === 'no password'
  const removes = isLater ? newPasswordOf('first password', 0) : oldPassword
  const visit = formOf('remove-password', { currentPassword: removes }, from)
  return visitor('password removal', start.accountOwner, visit, visit, {
    removes,
    ends: endsOthers(start, from),
    beatsSignIns: true,
  })
}

function removePasskey(start: StartingState, from: Device): Act {
  return caller(
    'passkey removal',
    start.accountOwner,
    async ({ process, config }): Promise<Outcome> => ({
      isDone: await process.engine.removePasskey(pageOf(from), config, credential),
    }),
    { ends: (session) => session.account === passkeyAccount && session.token !== from.token },
  )
}

function endsOthers(
  { accountOwner }: StartingState,
  from: Device,
): (session: KnownSession) => boolean {
  return (session) =>
    session.userId === userId && session.person === accountOwner && session.token !== from.token
}
