import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { expect, it } from 'vitest';
import { isCommand } from './mongodb/commands.ts';
import { connect, connectObserved } from './mongodb/connect.ts';
import { newPet, petId } from './mongodb/samples.ts';

describeOnMongodb('A read', (database) => {
  it('returns all documents, even if one reply cannot hold them', async ({ onTestFinished }) => {
    const commands: string[] = [];
    const store = await connectObserved(database.uri, ({ commandName }) => commands.push(commandName));
    onTestFinished(store.close);
    const ids = Array.from({ length: 20 }, (_, index) => 1_000 + index);
    const document = { name: 'n'.repeat(1024 * 1024), categoryId: Long.ONE };
    await database.collection('pets').insertMany(ids.map((id) => ({ _id: Long.fromNumber(id), ...document })));

    commands.length = 0;
    const listed = await store.pets.list({ limit: 20, after: petId(999n) })();
    expect(E.isRight(listed) && listed.right.map(({ id, name }) => [Number(id), name.length])).toEqual(
      ids.map((id) => [id, 1024 * 1024]),
    );
    expect(commands).toEqual(['find', 'getMore']);
  });

  it('is repeated when its reply is lost', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const store = await connect(uri);
    test.onTestFinished(store.close);
    const added = await store.pets.add(newPet({ name: 'Rex', categoryId: 1n }))();
    const id = E.isRight(added) ? added.right.pet.id : petId(0n);

    await proxy.become({ kind: 'reply lost', isRequest: isCommand('find'), times: 1 });
    expect(await store.pets.find(id)()).toEqual(E.right({ _tag: 'Some', value: { id, name: 'Rex', categoryId: 1n } }));
    await proxy.become({ kind: 'reply lost', isRequest: isCommand('find'), times: 1 });
    expect(await store.pets.list({ limit: 1, after: petId(id - 1n) })()).toEqual(
      E.right([{ id, name: 'Rex', categoryId: 1n }]),
    );
  });
});
