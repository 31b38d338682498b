// planted: waiting-with-the-common-limit
vi.waitUntil(() => true);
