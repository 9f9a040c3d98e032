import { DynamoDBAdapter } from '@auth/dynamodb-adapter'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb'
import dynalite from 'dynalite'
import type { AddressInfo } from 'node:net'
import type { PublishedStore } from './store.js'

/** `@auth/dynamodb-adapter` with the client of AWS, on a stand-in that keeps its table in memory. */
export const dynamodbStore: PublishedStore = {
  prepare: async () => {},
  open: async () => {
    const server = dynalite({ createTableMs: 0 })
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
    const { port } = server.address() as AddressInfo
    const client = new DynamoDB({
      endpoint: `http://localhost:${port}`,
      region: 'eu-west-1',
      credentials: { accessKeyId: 'key-1', secretAccessKey: 'secret-1' },
    })
    await createTable(client)
    const document = DynamoDBDocument.from(client, {
      marshallOptions: {
        convertEmptyValues: true,
        removeUndefinedValues: true,
        convertClassInstanceToMap: true,
      },
    })
    return {
      adapter: DynamoDBAdapter(document),
      close: async () => {
        client.destroy()
        await new Promise((resolve) => server.close(resolve))
      },
    }
  },
}

/** The table and the index that the guide of the adapter publishes. */
async function createTable(client: DynamoDB): Promise<void> {
  const keys = ['pk', 'sk', 'GSI1PK', 'GSI1SK']
  await client.createTable({
    TableName: 'next-auth',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: keys.map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'GSI1',
        Projection: { ProjectionType: 'ALL' },
        KeySchema: [
          { AttributeName: 'GSI1PK', KeyType: 'HASH' },
          { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
        ],
      },
    ],
  })
  for (;;) {
    const { Table } = await client.describeTable({ TableName: 'next-auth' })
    if (Table?.TableStatus === 'ACTIVE') return
  }
}
