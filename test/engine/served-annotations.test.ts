import { expect, it } from "vitest";
import { ATLAS, foundInPage } from "../support/served.js";

it.each<[string, Record<string, string>, string?]>([
  [
    "Spring",
    {
      "src/main/java/x/ClusterController.java": `package x;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.client.RestTemplate;
import org.springframework.http.ResponseEntity;
@RestController
@RequestMapping("/api/dbs")
public class ClusterController {
  private final RestTemplate rest = new RestTemplate();
  @GetMapping("/{id}")
  public ResponseEntity<String> one(@PathVariable String id) {
    String body = rest.getForObject("${ATLAS}/" + id, String.class);
    return ResponseEntity.ok(body);
  }
}
`,
    },
  ],
  [
    "Spring, with a constant and a service in another file",
    {
      "src/main/java/x/ClusterController.java": `package x;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping(path = ClusterController.BASE, produces = "application/json")
public class ClusterController {
  static final String BASE = "/api/" + "dbs";
  private final ClusterService service;
  public ClusterController(ClusterService service) { this.service = service; }
  @RequestMapping(value = "/{id}", method = RequestMethod.GET)
  public Object one(@PathVariable String id) {
    return service.find(id);
  }
}
`,
      "src/main/java/x/ClusterService.java": `package x;
import java.util.Map;
import org.springframework.stereotype.Service;
import org.springframework.web.client.RestTemplate;
@Service
public class ClusterService {
  private final RestTemplate rest;
  public ClusterService(RestTemplate rest) { this.rest = rest; }
  public Map<String, Object> find(String id) {
    return rest.getForObject("${ATLAS}/" + id, Map.class);
  }
}
`,
    },
  ],
  [
    "JAX-RS",
    {
      "src/main/java/x/Clusters.java": `package x;
import jakarta.ws.rs.*;
import java.net.URI;
import java.net.http.*;
@Path("/api/dbs")
public class Clusters {
  @GET
  @Path("/{id}")
  @Produces("application/json")
  public String one(@PathParam("id") String id) throws Exception {
    HttpClient c = HttpClient.newHttpClient();
    HttpRequest q = HttpRequest.newBuilder(URI.create("${ATLAS}/" + id)).build();
    return c.send(q, HttpResponse.BodyHandlers.ofString()).body();
  }
}
`,
    },
  ],
  [
    "a servlet",
    {
      "src/x/One.java": `package x;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
import java.net.URI;
import java.net.http.*;
@WebServlet("/api/dbs/*")
public class One extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest req, HttpServletResponse res) throws java.io.IOException {
    HttpRequest q = HttpRequest.newBuilder(URI.create("${ATLAS}/" + req.getPathInfo().substring(1))).build();
    HttpResponse<String> r = HttpClient.newHttpClient().send(q, HttpResponse.BodyHandlers.ofString());
    res.getWriter().write(r.body());
  }
}
`,
    },
  ],
  [
    "Spring in Kotlin",
    {
      "src/main/kotlin/x/ClusterController.kt": `package x
import org.springframework.web.bind.annotation.*
import org.springframework.web.client.RestTemplate
@RestController
@RequestMapping("/api/dbs")
class ClusterController(private val rest: RestTemplate) {
  @GetMapping("/{id}")
  fun one(@PathVariable id: String): String? =
    rest.getForObject("${ATLAS}/$id", String::class.java)
}
`,
    },
  ],
  [
    "a controller of ASP.NET",
    {
      "Controllers/ClustersController.cs": `using Microsoft.AspNetCore.Mvc;
namespace X.Controllers;
[ApiController]
[Route("api/[controller]")]
public class DbsController : ControllerBase
{
  private readonly HttpClient _http;
  public DbsController(HttpClient http) { _http = http; }
  [HttpGet("{id}")]
  public async Task<IActionResult> One(string id)
  {
    var response = await _http.GetAsync($"${ATLAS}/{id}");
    var text = await response.Content.ReadAsStringAsync();
    return Content(text, "application/json");
  }
}
`,
    },
  ],
  [
    "a function of Azure",
    {
      "One.cs": `using System.Net.Http;
public static class One
{
  private static readonly HttpClient Http = new HttpClient();
  [FunctionName("One")]
  public static async Task<IActionResult> Run([HttpTrigger(AuthorizationLevel.Function, "get", Route = "dbs/{id}")] HttpRequest req, string id)
  {
    var text = await Http.GetStringAsync($"${ATLAS}/{id}");
    return new ContentResult { Content = text, ContentType = "application/json" };
  }
}
`,
    },
  ],
])("annotations of a class say which path its answers have: %s", async (_what, server, url) => {
  const found = await foundInPage(server, url ?? "`/api/dbs/${id}`");
  expect(found).toEqual([expect.stringMatching(/^warning numShards /)]);
});
