import { describe, expect, it } from "vitest";
import { classOfFile } from "../../src/core/file-class.js";

describe("the class of a file", () => {
  it.each([
    ["src/client.ts", "source"],
    ["src/distance/build.js", "source"],
    ["build/deploy.sh", "source"],
    ["build/webpack.config.ts", "source"],
    ["src/minimal.js", "source"],
    ["test/client.test.ts", "test"],
    ["src/__recordings__/clusters_123/recording.har", "test"],
    ["docs/guide.md", "documentation"],
    ["docs/index.html", "documentation"],
    ["public/index.html", "source"],
    ["build/README.md", "documentation"],
    ["dist/index.js", "build"],
    ["packages/api/dist/types/client.d.ts", "build"],
    ["build/static/main.css", "build"],
    ["out/cli.mjs", "build"],
    ["public/app.min.js", "build"],
    ["public/vendor-1a2b.bundle.js", "build"],
    ["assets/12.chunk.js", "build"],
    ["vendor/github.com/mongodb/atlas/clusters.go", "build"],
    ["third_party/atlas/README.md", "build"],
    [".next/server/app.js", "build"],
  ])("%s is %s", (path, expected) => {
    expect(classOfFile(path)).toBe(expected);
  });
});
