import { readFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { serviceLimits } from '../configuration/limits.ts';
import { containerMemory, memoryNeed, memoryProblem, memoryText } from './memory-need.ts';

const mebibyte = 1024 * 1024;

const deployed = (path: string): string => readFileSync(projectFile(path), 'utf8');

it('an instance of deploy/kubernetes has the memory that the bounds need', () => {
  const deployment = parse(deployed('deploy/kubernetes/deployment.yaml'));
  const { memory } = deployment.spec.template.spec.containers[0].resources.limits;
  expect(memory).toBe('512Mi');
  expect(memoryNeed(serviceLimits)).toBeLessThan(512 * mebibyte);
});

it('an instance of compose.yaml has as much', () => {
  expect(parse(deployed('compose.yaml')).services.service.mem_limit).toBe('512m');
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
  expect([containerMemory(0, 8), containerMemory(2 ** 64, 8), containerMemory(4, 8)]).toEqual([
    undefined,
    undefined,
    4,
  ]);
});
