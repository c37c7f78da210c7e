import { describe } from "vitest";
import { expectDoubts, expectHeaders, expectMissing } from "./expect-hooks.js";

/** A handler that sets the header, with what services need. */
const HANDLER = `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.Extensions.DependencyInjection;
public class VersionHandler : DelegatingHandler {
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        request.Headers.TryAddWithoutValidation("HEADER", "TYPE");
        return base.SendAsync(request, token);
    }
}
`;

describe("C#", () => {
  expectHeaders("Api.cs", {
    "a handler of a client": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
class VersionHandler : DelegatingHandler {
    public VersionHandler(HttpMessageHandler inner) : base(inner) { }
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        request.Headers.Add("HEADER", "TYPE");
        return base.SendAsync(request, token);
    }
}
class Atlas {
    private readonly HttpClient _client = new HttpClient(new VersionHandler(new HttpClientHandler()));
    public Task<string> Groups() => _client.GetStringAsync("API/groups");
}
`,
    "a handler that replaces the header": `using System.Net.Http;
using System.Net.Http.Headers;
using System.Threading;
using System.Threading.Tasks;
public class VersionHandler : DelegatingHandler {
    private readonly string _accept;
    public VersionHandler(string accept) { _accept = accept; InnerHandler = new HttpClientHandler(); }
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken) {
        request.Headers.Remove("HEADER");
        request.Headers.Add("HEADER", _accept);
        return await base.SendAsync(request, cancellationToken);
    }
}
public class Atlas {
    public async Task<string> Groups() {
        var client = new HttpClient(new VersionHandler("TYPE")) { BaseAddress = new System.Uri("API/") };
        var response = await client.GetAsync("groups");
        return await response.Content.ReadAsStringAsync();
    }
}
`,
    "a handler of a class of clients": `${HANDLER}public class Atlas {
    private readonly HttpClient _client;
    public Atlas(HttpClient client) { _client = client; }
    public Task<string> Groups() => _client.GetStringAsync("groups");
}
public static class Startup {
    public static void Configure(IServiceCollection services) {
        services.AddTransient<VersionHandler>();
        services.AddHttpClient<Atlas>(c => c.BaseAddress = new System.Uri("API/")).AddHttpMessageHandler<VersionHandler>();
    }
}
`,
    "a handler of a client with a name": `${HANDLER}public class Atlas {
    private readonly IHttpClientFactory _factory;
    public Atlas(IHttpClientFactory factory) { _factory = factory; }
    public Task<string> Groups() => _factory.CreateClient("atlas").GetStringAsync("API/groups");
}
public static class Startup {
    public static void Configure(IServiceCollection services) {
        services.AddHttpClient("atlas").AddHttpMessageHandler(() => new VersionHandler());
    }
}
`,
    "a handler that looks first": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
class H : DelegatingHandler {
    public H() : base(new HttpClientHandler()) { }
    protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        if (!request.Headers.Contains("HEADER")) request.Headers.Add("HEADER", "TYPE");
        return await base.SendAsync(request, token);
    }
}
class Atlas {
    private readonly HttpClient _client = new HttpClient(new H());
    public Task<string> Groups() => _client.GetStringAsync("API/groups");
}
`,
    "a handler of Refit": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Refit;
class H : DelegatingHandler {
    public H() : base(new HttpClientHandler()) { }
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        request.Headers.Add("HEADER", "TYPE");
        return base.SendAsync(request, token);
    }
}
interface IApi { [Get("/groups")] Task<string> Groups(); }
class Atlas {
    public Task<string> Go() {
        var api = RestService.For<IApi>(new HttpClient(new H()) { BaseAddress = new System.Uri("API") });
        return api.Groups();
    }
}
`,
    "a handler in the settings of Refit": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using Refit;
class H : DelegatingHandler {
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        request.Headers.Add("HEADER", "TYPE");
        return base.SendAsync(request, token);
    }
}
interface IApi { [Get("/groups")] Task<string> Groups(); }
class Atlas {
    public Task<string> Go() {
        var api = RestService.For<IApi>("API", new RefitSettings { HttpMessageHandlerFactory = () => new H() });
        return api.Groups();
    }
}
`,
    "a handler in the options of RestSharp": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using RestSharp;
class H : DelegatingHandler {
    public H(HttpMessageHandler inner) : base(inner) { }
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        request.Headers.Add("HEADER", "TYPE");
        return base.SendAsync(request, token);
    }
}
class Atlas {
    public async Task Go() {
        var options = new RestClientOptions("API") { ConfigureMessageHandler = h => new H(h) };
        var client = new RestClient(options);
        await client.GetAsync(new RestRequest("groups"));
    }
}
`,
    "an interceptor of RestSharp": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using RestSharp;
using RestSharp.Interceptors;
class I : Interceptor {
    public override ValueTask BeforeRequest(RestRequest request, CancellationToken token) {
        request.AddHeader("HEADER", "TYPE");
        return ValueTask.CompletedTask;
    }
}
class Atlas {
    public async Task Go() {
        var options = new RestClientOptions("API") { Interceptors = new List<Interceptor> { new I() } };
        var client = new RestClient(options);
        await client.GetAsync(new RestRequest("groups"));
    }
}
`,
  });

  expectHeaders("Api.cs", {
    "a setting that follows in the file": `using System.Net.Http;
using System.Threading.Tasks;
public class Api {
    private readonly IHttpClientFactory _factory;
    public Api(IHttpClientFactory factory) { _factory = factory; }
    public Task<string> Groups() => _factory.CreateClient("atlas").GetStringAsync("API/groups");
}
public static class Startup {
    public static void Configure(IServiceCollection services) {
        services.AddHttpClient("atlas", c => c.DefaultRequestHeaders.Add("HEADER", "TYPE"));
    }
}
`,
  });

  expectDoubts("Api.cs", {
    "a handler of a package": `using System.Net.Http;
using Acme.Http;
class Api {
    private readonly HttpClient _client = new HttpClient(new VersionHandler());
    public System.Threading.Tasks.Task<string> Groups() => _client.GetStringAsync("API/groups");
}
`,
  });

  expectMissing("Api.cs", {
    "a handler that logs": `using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
class LogHandler : DelegatingHandler {
    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken token) {
        System.Console.WriteLine(request.RequestUri);
        return base.SendAsync(request, token);
    }
}
class Api {
    private readonly HttpClient _client = new HttpClient(new LogHandler { InnerHandler = new HttpClientHandler() });
    public Task<string> Groups() => _client.GetStringAsync("API/groups");
}
`,
  });
});
