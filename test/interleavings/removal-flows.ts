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
  type World,
} from './starting-states.js'

/** Makes a flow that removes a way to sign in. The session that asks for it lives on. */
export function makeRemovalAct(world: World, name: RemovalFlowName, at: number): Act {
  const from = at === 0 ? world.laptop : world.phone
  return name === 'password removal' ? removePassword(world, from) : removePasskey(world, from)
}

function removePassword(world: World, from: Device): Act {
  const isLater = world.passwordState === 'no password'
  const removes = isLater ? newPasswordOf('first password', 0) : oldPassword
  const visit = formOf('remove-password', { currentPassword: removes }, from)
  return visitor('password removal', world.holder, visit, visit, {
    removes,
    ends: endsOthers(world, from),
    beatsSignIns: true,
  })
}

function removePasskey(world: World, from: Device): Act {
  return caller(
    'passkey removal',
    world.holder,
    async ({ process, config }): Promise<Outcome> => ({
      isDone: await process.engine.removePasskey(pageOf(from), config, credential),
    }),
    { ends: (session) => session.account === passkeyAccount && session.token !== from.token },
  )
}

function endsOthers({ holder }: World, from: Device): (session: KnownSession) => boolean {
  return (session) =>
    session.userId === userId && session.person === holder && session.token !== from.token
}
