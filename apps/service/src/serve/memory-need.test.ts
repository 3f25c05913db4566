import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { serviceLimits } from '../configuration/limits.ts';
import { containerMemory, memoryNeed, memoryProblem, memoryText } from './memory-need.ts';

const mebibyte = 1024 * 1024;

const deployed = (path: string) => parse(readFileSync(projectFile(path), 'utf8'));

it('an instance of deploy/kubernetes and one of compose.yaml have the memory that the bounds need', () => {
  const { resources } = deployed('deploy/kubernetes/deployment.yaml').spec.template.spec.containers[0];
  const { mem_limit: inCompose } = deployed('compose.yaml').services.service;
  expect([resources.limits.memory, inCompose]).toEqual(['512Mi', '512m']);
  expect(memoryNeed(serviceLimits)).toBeLessThan(512 * mebibyte);
});

it('is refused if it does not fit into the container', () => {
  const need = memoryNeed(serviceLimits);
  const rounded = Math.ceil(need / mebibyte);
  expect([memoryProblem(serviceLimits, need), memoryProblem(serviceLimits, undefined)]).toEqual([undefined, undefined]);
  expect(memoryProblem(serviceLimits, 100 * mebibyte)).toBe(
    `the limits need ${rounded} MiB of memory at most, and the container has 100 MiB: lower MAX_CONNECTIONS, MAX_BYTES_IN_FLIGHT or MAX_REQUESTS_IN_FLIGHT, or give it more memory`,
  );
  expect([memoryText(serviceLimits, undefined), memoryText(serviceLimits, 512 * mebibyte)]).toEqual([
    `${rounded} MiB at most`,
    `${rounded} MiB at most, of 512 MiB`,
  ]);
});

it('knows the limit of a container, if there is one', () => {
  expect([0, 2 ** 64, 4].map((limit) => containerMemory(limit, 8))).toEqual([undefined, undefined, 4]);
});
